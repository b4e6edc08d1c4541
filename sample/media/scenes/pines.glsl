// Conifers in fog: rows of silhouettes, each paler than the one before it.
float tree(vec2 p, float id, float tall) {
  // p: foot at the origin, height 1.
  float y = p.y / tall; if (y < -0.3 || y > 1.02) return 0.0;
  float lean = 0.03 * sin(y * 3.0 + id * 9.0), x = (p.x - lean * tall) / tall;
  float spread = (0.145 + 0.05 * h11(id * 3.0)) * pow(max(1.0 - y, 0.0), 0.82);
  float tiers = 15.0 + 8.0 * h11(id), f = fract(y * tiers + 0.35 * sin(x * 26.0 + id * 5.0)), saw = 0.58 + 0.42 * (1.0 - f);
  float rag = 0.72 + 0.62 * noise(vec2(x * 46.0 + id * 17.0, y * 70.0)) * noise(vec2(x * 18.0, y * 26.0 + id * 7.0)) + 0.15 * sin(id + y * 40.0 + sign(x) * 2.0);
  float e = spread * saw * rag - abs(x) + 0.006 * step(y, 1.0);
  float trunk = 0.011 * (1.2 - y) - abs(x);
  e = max(e * smoothstep(0.02, 0.14, y + 0.05 * h11(id + 4.0)) , trunk);
  return smoothstep(-0.0025, 0.0025, e);
}
float row(vec2 p, float layer, float size, float density) {
  float m = 0.0, cell = size * density, i0 = floor(p.x / cell);
  for (int k = -3; k <= 3; k++) {
    float id = i0 + float(k) + layer * 131.0 + S * 17.0;
    float x = (i0 + float(k) + 0.5 + 0.8 * (h11(id) - 0.5)) * cell, tall = size * (0.55 + 0.65 * h11(id + 7.0));
    float hill = 0.16 * size * sin(x * 1.4 / size + layer) - 0.05 * size;
    m = max(m, tree(p - vec2(x, hill), id, tall));
    if (m > 0.99) return 1.0;
  }
  float hx = 0.16 * size * sin(p.x * 1.4 / size + layer) + 0.02 * size * noise(vec2(p.x * 20.0 / size, layer));
  return max(m, smoothstep(0.004, -0.004, p.y - hx));
}
void main() {
  vec2 uv = gl_FragCoord.xy / R.y; uv.x -= 0.5 * R.x / R.y; int k = int(K);
  vec3 lowc = k == 0 ? vec3(0.66, 0.74, 0.76) : k == 1 ? vec3(0.98, 0.52, 0.30) : vec3(1.0, 0.74, 0.52);
  vec3 topc = k == 0 ? vec3(0.36, 0.47, 0.54) : k == 1 ? vec3(0.13, 0.14, 0.34) : vec3(0.50, 0.60, 0.74);
  vec3 dark = k == 0 ? vec3(0.022, 0.040, 0.046) : k == 1 ? vec3(0.018, 0.012, 0.030) : vec3(0.040, 0.032, 0.046);
  vec2 sp = k == 0 ? vec2(0.16, 0.74) : k == 1 ? vec2(-0.28, 0.42) : vec2(0.10, 0.60);
  float sd = length((uv - sp) * vec2(1.0, 1.1));
  vec3 sunc = k == 0 ? vec3(0.95, 0.96, 0.9) : k == 1 ? vec3(1.0, 0.55, 0.22) : vec3(1.0, 0.84, 0.6);
  vec3 sky = mix(lowc, topc, smoothstep(0.25, 1.05, uv.y + 0.06 * fbm(uv * vec2(2.0, 6.0) + S, 5)));
  float cl = fbm(uv * vec2(1.6, 6.5) + S * 3.0, 6); sky = mix(sky, mix(lowc, sunc, 0.5), 0.5 * smoothstep(0.48, 0.75, cl) * smoothstep(0.3, 0.8, uv.y));
  sky += sunc * (0.55 * exp(-sd * 5.0) + (k == 0 ? 0.25 : 0.9) * smoothstep(0.045, 0.040, sd));
  if (k == 1) sky += vec3(0.9, 0.95, 1.0) * 0.7 * (stars(uv + 3.0, 60.0, 0.16)) * smoothstep(0.6, 0.95, uv.y);
  float ridge1 = 0.46 + 0.15 * (ridge(vec2(uv.x * 1.5 + S, 1.0), 6) - 0.4), ridge2 = 0.40 + 0.11 * (ridge(vec2(uv.x * 2.4 + S + 4.0, 3.0), 6) - 0.4);
  vec3 col = sky;
  col = mix(col, mix(lowc * 0.9, mix(topc, dark, 0.25), 0.55), smoothstep(0.002, -0.002, uv.y - ridge1) * (0.55 + 0.3 * smoothstep(0.25, 0.5, uv.y)));
  col = mix(col, mix(lowc * 0.8, dark, 0.42), smoothstep(0.002, -0.002, uv.y - ridge2) * (0.45 + 0.5 * smoothstep(0.22, 0.42, uv.y)));
  for (int i = 0; i < 7; i++) {
    float f = float(i) / 6.0, size = mix(0.085, 0.62, f * f * 0.85 + 0.15 * f), base = mix(0.355, -0.10, pow(f, 1.15));
    float m = row(vec2(uv.x + 0.37 * float(i) + S, uv.y - base), float(i), size, mix(0.19, 0.30, f));
    float fogg = mix(0.80, 0.0, pow(f, 0.62));
    float lift = fbm(vec2(uv.x * 2.2 + float(i) * 5.0, uv.y * 5.0 + S), 4);
    float bank = smoothstep(0.20 + 0.10 * f, -0.05, uv.y - base - 0.12 * lift) * (1.0 - f) ;
    vec3 fogc = mix(lowc, sunc, 0.5 * exp(-sd * 3.0)) * mix(1.0, 0.8, f);
    vec3 c = mix(dark, fogc, clamp(fogg + bank * 0.75, 0.0, 0.96));
    c += sunc * 0.10 * exp(-sd * 4.0) * (1.0 - f);
    col = mix(col, c, m);
    col = mix(col, fogc, 0.26 * (1.0 - f) * smoothstep(0.16, 0.0, abs(uv.y - base - 0.03 - 0.07 * lift)) * (0.35 + lift));
  }
  float ang = atan(uv.y - sp.y, uv.x - sp.x), ray = fbm(vec2(ang * 7.0 + S, 2.0), 4);
  col += sunc * 0.13 * smoothstep(0.48, 0.8, ray) * exp(-sd * 1.7) * smoothstep(0.05, 0.25, sd);
  emit(pow(col, vec3(1.75)) * 1.15);
}
