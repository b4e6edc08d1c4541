// A slot canyon: strata carved by water, light falling in from above and turning from gold to violet.
float wall(vec3 p) {
  float bend = 0.85 * sin(p.z * 0.55 + S) + 0.5 * sin(p.z * 1.15 + p.y * 0.35 + S * 2.0) + 0.30 * sin(p.y * 1.1 + p.z * 0.4);
  float wide = 0.46 + 0.15 * sin(p.y * 0.9 + p.z * 0.5 + S) + 0.10 * max(p.y - 1.6, 0.0) + 0.10 * sin(p.z * 0.9);
  float side = p.x - bend;
  float carve = 0.26 * sin(p.y * 2.1 + p.z * 1.3 + sign(side) * 1.4 + S) * sin(p.z * 0.8 + p.y * 0.6) + 0.34 * (fbm3(p * vec3(0.7, 0.9, 0.7) + S, 3) - 0.5);
  return wide - abs(side + carve * 0.8) + 0.0;
}
float detail(vec3 p) {
  float layer = p.y * 5.5 + 1.3 * sin(p.z * 0.7 + S) + 1.6 * fbm3(p * 0.7, 3);
  return wall(p) + 0.013 * sin(layer * 3.1) + 0.007 * sin(layer * 9.0 + 1.0) + 0.016 * (fbm3(p * vec3(3, 12, 3), 4) - 0.5);
}
void main() {
  vec2 uv = (2.0 * gl_FragCoord.xy - R) / R.y * (R.y > R.x ? 1.0 : 0.95);
  float z0 = 1.6 * S, bx = 0.85 * sin(z0 * 0.55 + S) + 0.5 * sin(z0 * 1.15 + 0.1 + S * 2.0) + 0.30 * sin(0.4 + z0 * 0.4);
  vec3 ro = vec3(bx, 0.35, z0), f = normalize(vec3(0.10, 0.42, 1.0)), r = normalize(cross(vec3(0, 1, 0), f)), u = cross(f, r);
  for (int i = 0; i < 30; i++) { float a = wall(ro + vec3(0.03, 0, 0)), b = wall(ro - vec3(0.03, 0, 0)); ro.x += a > b ? 0.02 : -0.02; }
  vec3 rd = normalize(f * 1.15 + uv.x * r + uv.y * u);
  float t = 0.02; bool hit = false;
  for (int i = 0; i < 190; i++) { vec3 q = ro + rd * t; float d = wall(q); if (d < 0.07) d = detail(q); if (d < 0.0012 * (1.0 + t)) { hit = true; break; } t += d * 0.42; if (t > 26.0) break; }
  vec3 p = ro + rd * t; vec3 col;
  vec3 skyc = mix(vec3(1.0, 0.86, 0.66), vec3(0.45, 0.65, 0.95), smoothstep(0.4, 1.0, rd.y)) * 1.5;
  if (hit && p.y < 7.5) {
    vec2 e = vec2(0.003, 0);
    vec3 n = normalize(vec3(detail(p + e.xyy) - detail(p - e.xyy), detail(p + e.yxy) - detail(p - e.yxy), detail(p + e.yyx) - detail(p - e.yyx)));
    float ao = 0.0; for (int k = 1; k < 6; k++) { float h = 0.09 * float(k); ao += max(h - wall(p + n * h), 0.0) / h; } ao = clamp(1.0 - 0.17 * ao, 0.1, 1.0);
    float up = clamp((p.y + 0.6) / 5.2, 0.0, 1.0), open = 0.0;
    for (int k = 1; k < 9; k++) { vec3 q = p + n * 0.05 + vec3(0.10 * sin(float(k) * 3.0), 0.6 * float(k), 0.25 * cos(float(k) * 2.0)); open += step(0.0, wall(q)); } open /= 8.0;
    float layer = p.y * 5.5 + 1.3 * sin(p.z * 0.7 + S) + 1.6 * fbm3(p * 0.7, 3);
    float st = 0.5 + 0.5 * sin(layer * 3.1), fine = noise(vec2(layer * 7.0, p.z * 0.6));
    vec3 base = mix(vec3(0.62, 0.22, 0.09), vec3(0.95, 0.52, 0.24), st * 0.65 + 0.35 * fine);
    base = mix(base, vec3(0.98, 0.72, 0.48), smoothstep(0.72, 0.95, fine) * 0.5);
    base *= 0.86 + 0.25 * fbm3(p * 22.0, 3);
    float top = max(n.y, 0.0);
    vec3 warm = mix(vec3(1.0, 0.30, 0.07), vec3(1.0, 0.75, 0.42), up);
    float light = open * (0.12 + 1.5 * pow(up, 1.6)) + 0.9 * top * open;
    vec3 violet = vec3(0.28, 0.12, 0.34);
    vec3 l = warm * light * 1.9 + mix(violet, vec3(0.75, 0.24, 0.07), smoothstep(0.0, 0.65, up)) * (0.30 + 0.35 * up);
    float wrap = 0.5 + 0.5 * dot(n, normalize(vec3(-0.4, 0.75, 0.55)));
    col = base * l * ao * (0.45 + 0.95 * wrap);
    col += warm * 0.05 * exp(-abs(t - 5.0) * 0.3) * up;
    col = mix(col, warm * 0.85, (1.0 - exp(-t * 0.055)) * (0.3 + 0.7 * up));
  } else col = skyc;
  emit(col * 1.05);
}
