// Sand: slip faces one way, long backs the other, ripples on everything.
float crest(vec2 p) {
  vec2 q = p + 0.55 * vec2(fbm(p * 0.35 + S, 3), fbm(p * 0.35 + 7.0 + S, 3));
  float x = q.x * 0.42 + 0.5 * sin(q.y * 0.35 + S) + 0.9 * fbm(q * 0.22 + S * 2.0, 3);
  float f = fract(x), a = smoothstep(0.0, 0.74, f) * (1.0 - smoothstep(0.74, 1.0, f));
  return a;
}
float height(vec2 p, bool fine) {
  float h = 1.05 * crest(p) + 0.75 * crest(p * 0.47 + 5.0) + 0.30 * fbm(p * 0.5 + S, 4) + 0.12 * crest(rot(0.7) * p * 2.3);
  if (fine) {
    vec2 r = p + 0.12 * vec2(fbm(p * 2.0, 3), fbm(p * 2.0 + 4.0, 3));
    float w = sin(r.x * 38.0 + r.y * 9.0 + 5.0 * fbm(p * 1.6, 3));
    h += 0.0045 * w + 0.0015 * fbm(p * 40.0, 2);
  }
  return h;
}
void main() {
  vec2 uv = (2.0 * gl_FragCoord.xy - R) / R.y * (R.y > R.x ? 1.2 : 1.0); int k = int(K);
  vec3 sun = k == 0 ? normalize(vec3(-0.82, 0.24, 0.42)) : normalize(vec3(0.85, 0.30, 0.25));
  vec3 sc = k == 0 ? vec3(1.0, 0.62, 0.33) : vec3(1.0, 0.74, 0.5);
  vec3 ro = vec3(0.0, 2.75, -3.0), rd = normalize(vec3(uv.x, uv.y - (k == 0 ? 0.20 : 0.12), 1.9));
  float t = 0.1; bool hit = false;
  for (int i = 0; i < 220; i++) { vec3 p = ro + rd * t; float h = p.y - height(p.xz, false); if (h < 0.0012 * t) { hit = true; break; } t += 0.30 * h + 0.0015 * t; if (t > 60.0) break; }
  float s = max(dot(rd, sun), 0.0), y = max(rd.y, 0.0);
  vec3 top = k == 0 ? vec3(0.15, 0.20, 0.42) : vec3(0.10, 0.26, 0.56), low = k == 0 ? vec3(1.0, 0.60, 0.38) : vec3(0.92, 0.74, 0.58);
  vec3 sky = mix(low, top, pow(smoothstep(0.0, 0.5, y), 0.6)) + sc * (0.8 * pow(s, 10.0) + 2.0 * pow(s, 500.0));
  float cl = fbm(rd.xz / (rd.y + 0.15) * vec2(0.4, 1.6) + S, 6);
  sky = mix(sky, low * 1.15 + 0.15, 0.5 * smoothstep(0.52, 0.8, cl) * smoothstep(0.03, 0.2, rd.y));
  vec3 col = sky;
  if (hit) {
    vec3 p = ro + rd * t; float e = 0.0016 * t + 0.001;
    bool fine = t < 14.0;
    vec3 n = normalize(vec3(height(p.xz - vec2(e, 0), fine) - height(p.xz + vec2(e, 0), fine), 2.0 * e, height(p.xz - vec2(0, e), fine) - height(p.xz + vec2(0, e), fine)));
    float sh = 1.0, st = 0.05;
    for (int i = 0; i < 40; i++) { vec3 q = p + sun * st; float h = q.y - height(q.xz, false); sh = min(sh, 9.0 * h / st + 0.05); if (h < -0.01) { sh = 0.0; break; } st += max(0.05, h * 0.5); if (st > 9.0) break; }
    sh = clamp(sh, 0.0, 1.0);
    float dif = max(dot(n, sun), 0.0) * sh;
    vec3 sand = mix(vec3(0.52, 0.29, 0.14), vec3(0.72, 0.46, 0.25), fbm(p.xz * 0.9, 4)) * (0.93 + 0.14 * noise(p.xz * 130.0));
    vec3 amb = (k == 0 ? vec3(0.20, 0.18, 0.34) : vec3(0.20, 0.26, 0.42)) * (0.5 + 0.5 * n.y);
    col = sand * (sc * dif * 3.0 + amb);
    float gl = pow(max(dot(reflect(rd, n), sun), 0.0), 12.0) * sh; col += sc * gl * 0.10;
    float blow = smoothstep(0.65, 0.76, crest(p.xz)) * fbm(p.xz * vec2(3.0, 1.0), 3) * 0.05; col += sc * blow;
    float fog = 1.0 - exp(-pow(t * 0.022, 1.8)); col = mix(col, mix(low * 0.8, sc, 0.5 * pow(s, 3.0)), fog);
  }
  emit(pow(col, vec3(1.45)) * 1.15);
}
