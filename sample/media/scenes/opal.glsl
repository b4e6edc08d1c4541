// Play of colour: patches that flash one hue each, deeper layers dimmer; and labradorite's one big flash.
vec3 patchOf(vec2 p, float scale, float off) {
  vec2 w = p + 0.16 * (vec2(fbm(p * 4.0 + off, 4), fbm(p * 4.0 + 9.0 + off, 4)) - 0.5);
  vec2 stretch = rot(off) * w; stretch.x *= 1.55;
  vec3 v = voronoi(stretch * scale + off * 7.0);
  float tilt = v.z * TAU, turn = TAU * PH;
  float flash = pow(0.5 + 0.5 * cos(tilt * 3.0 + turn + p.x * 1.6 + p.y * 0.9 + off), 3.6);
  float grain = 0.72 + 0.5 * noise(rot(tilt) * p * vec2(26.0, 120.0) * (scale / 6.0));
  float hue = fract(v.z * 1.7 + 0.10 * p.x + 0.18 * fbm(p * 2.0 + off, 3) + 0.05 * sin(turn) + S * 0.31);
  vec3 c = hsl(mix(0.02, 0.72, hue), 1.0, 0.52);
  c = pow(c, vec3(1.6));
  return c * flash * grain * (0.8 + 0.2 * smoothstep(0.0, 0.05, v.y));
}
vec3 opal(vec2 p, bool dark) {
  vec3 c = dark ? vec3(0.006, 0.009, 0.02) : vec3(0.012, 0.035, 0.055);
  c += (dark ? vec3(0.01, 0.02, 0.05) : vec3(0.03, 0.06, 0.09)) * fbm(p * 2.0 + S, 4);
  c += 0.26 * patchOf(p * 0.92 + 0.06, 11.0, S + 3.0);
  c += 0.55 * patchOf(p, 5.2, S);
  c += 1.05 * patchOf(p * 1.02, 3.1, S + 1.0) * smoothstep(0.30, 0.62, fbm(p * 1.7 + S * 2.0, 4));
  return c;
}
vec3 labrador(vec2 p) {
  vec2 q = rot(0.45) * p;
  float body = fbm(q * vec2(2.0, 5.0) + S, 5);
  vec3 c = mix(vec3(0.018, 0.022, 0.026), vec3(0.09, 0.10, 0.105), body);
  float zone = fbm(p * 1.15 + S * 2.0, 5) + 0.15 * sin(q.y * 2.0 + 1.0) + 0.05 * sin(TAU * PH);
  float lam = 0.62 + 0.38 * noise(vec2(q.x * 2.0, q.y * 85.0)) * noise(vec2(q.x * 6.0 + 4.0, q.y * 24.0));
  vec3 gold = vec3(1.0, 0.62, 0.14), blue = vec3(0.03, 0.26, 0.95), teal = vec3(0.05, 0.75, 0.72);
  vec3 f = mix(blue, teal, smoothstep(0.48, 0.60, zone)); f = mix(f, gold, smoothstep(0.60, 0.70, zone)); f = mix(f, vec3(0.85, 0.2, 0.35), smoothstep(0.72, 0.8, zone));
  float on = smoothstep(0.36, 0.52, zone);
  vec3 v = voronoi(rot(0.3) * p * vec2(1.4, 1.1) + S);
  on *= 0.45 + 0.75 * smoothstep(0.25, 0.75, v.z);
  c += f * on * lam * 1.3;
  float crack = smoothstep(0.012, 0.0, abs(v.y)) + smoothstep(0.010, 0.0, abs(fbm(q * vec2(1.0, 3.0) + 7.0, 5) - 0.47)) * 0.7;
  c *= 1.0 - 0.75 * clamp(crack, 0.0, 1.0);
  return c;
}
void main() {
  vec2 uv = centred(); vec3 col; int k = int(K); bool dark = k != 0;
  if (k == 2 || (k > 3 && k % 3 == 2)) { emit(pow(labrador(uv * 0.95), vec3(1.6)) * 1.35); return; }
  if (k == 1 || (k > 3 && k % 3 == 1)) {
    // A seam of opal in ironstone.
    float seam = abs(uv.y * 0.95 + 0.34 * sin(uv.x * 1.1 + S) + 0.55 * (fbm(uv * 1.5 + S, 5) - 0.5)) - 0.36 - 0.22 * sin(uv.x * 0.8 + 1.0);
    vec3 v = voronoi(uv * 7.0 + fbm(uv * 6.0, 3));
    float bump = fbm(uv * 7.0, 6) + 0.3 * v.y;
    vec3 host = mix(vec3(0.09, 0.038, 0.018), vec3(0.36, 0.19, 0.09), bump) * (0.5 + 1.2 * smoothstep(0.3, 0.8, fbm(uv * 16.0 + 3.0, 5)));
    vec3 n = normalize(vec3(fbm(uv * 7.0 + vec2(0.02, 0), 6) - fbm(uv * 7.0, 6), fbm(uv * 7.0 + vec2(0, 0.02), 6) - fbm(uv * 7.0, 6), 0.02));
    host *= 0.35 + 1.0 * max(dot(n, normalize(vec3(-0.5, 0.6, 0.6))), 0.0);
    col = opal(uv * 1.1, true) * 1.25;
    float s = smoothstep(-0.012, 0.02, seam);
    col *= 0.65 + 0.35 * smoothstep(0.0, -0.14, seam);
    col = mix(col, host, s);
    col += vec3(0.8) * smoothstep(0.05, 0.0, abs(seam + 0.03)) * 0.05;
    emit(col * 1.3); return;
  }
  // A cabochon on dark cloth.
  vec2 e = rot(-0.25) * uv / vec2(0.90, 0.70); float r = length(e);
  if (r < 1.0) {
    float z = sqrt(1.0 - r * r); vec3 n = normalize(vec3(rot(0.25) * (e * vec2(0.75, 0.95)), z * 0.95 + 0.15));
    vec2 q = uv * (0.78 + 0.22 * z) + n.xy * 0.10;
    col = opal(q * 1.35, k == 3) * (0.5 + 0.7 * z) * 1.5;
    vec3 h = normalize(vec3(-0.42, 0.52, 0.9));
    float sp = pow(max(dot(n, h), 0.0), 90.0), soft = smoothstep(0.93, 0.985, dot(n, normalize(vec3(0.5, 0.3, 0.85)))) * 0.16;
    col += vec3(1.0, 0.97, 0.92) * (1.7 * sp + soft) + 0.18 * pow(1.0 - z, 3.0) * vec3(0.5, 0.65, 0.8);
    col *= smoothstep(1.0, 0.965, r) * 0.6 + 0.4;
  } else {
    vec2 c = uv * vec2(1.0, 1.1);
    float weave = 0.5 + 0.5 * sin(uv.x * 260.0 + 2.0 * noise(uv * 8.0)) * sin(uv.y * 260.0);
    float folds = fbm(uv * vec2(1.2, 2.0) + S, 4);
    col = mix(vec3(0.010, 0.010, 0.013), vec3(0.05, 0.05, 0.062), folds) * (0.85 + 0.15 * weave);
    vec2 b = rot(-0.25) * (uv - vec2(0.05, -0.09)) / vec2(0.93, 0.72);
    col *= 1.0 - 0.88 * smoothstep(1.35, 0.9, length(b));
    col += opal(uv * 0.8, true) * 0.05 * smoothstep(0.55, 0.0, r - 1.0) * smoothstep(0.2, -0.7, uv.y);
  }
  emit(col * 1.2);
}
