// Sliced nodules: bands along the wall of a cavity, and crystals in the middle.
struct Stone { vec3 a, b, c, d; float bands, warp, hollow; };
Stone stoneOf() {
  int k = int(K);
  if (k == 0) return Stone(vec3(0.03, 0.13, 0.30), vec3(0.16, 0.45, 0.66), vec3(0.82, 0.90, 0.94), vec3(0.05, 0.24, 0.45), 15.0, 0.9, 0.16);
  if (k == 1) return Stone(vec3(0.34, 0.06, 0.02), vec3(0.86, 0.33, 0.06), vec3(1.0, 0.80, 0.52), vec3(0.55, 0.12, 0.03), 17.0, 1.1, 0.0);
  if (k == 2) return Stone(vec3(0.0, 0.10, 0.06), vec3(0.02, 0.36, 0.20), vec3(0.30, 0.72, 0.47), vec3(0.0, 0.22, 0.13), 13.0, 0.7, 0.0);
  if (k == 3) return Stone(vec3(0.16, 0.05, 0.28), vec3(0.46, 0.26, 0.62), vec3(0.88, 0.83, 0.93), vec3(0.27, 0.10, 0.42), 11.0, 0.8, 0.40);
  float h = h11(S * 3.3);
  return Stone(hsl(h, 0.6, 0.16), hsl(h + 0.05 + 0.1 * h11(S), 0.55, 0.42), hsl(h + 0.12, 0.45, 0.84), hsl(h - 0.08, 0.6, 0.25), 9.0 + 10.0 * h11(S + 2.0), 0.6 + 0.7 * h11(S + 4.0), step(0.5, h11(S + 6.0)) * (0.15 + 0.25 * h11(S + 8.0)));
}
vec2 warp(vec2 p, float amount) {
  vec2 o = 0.25 * vec2(cos(TAU * PH), sin(TAU * PH));
  vec2 q = vec2(fbm(p * 1.1 + S * 3.0 + o, 4), fbm(p * 1.1 + vec2(5.2, 1.3) + S + o, 4)) - 0.5;
  return p + amount * q + 0.10 * amount * (vec2(fbm(p * 4.0 + q * 3.0 + S, 3), fbm(p * 4.0 + 8.0 + S, 3)) - 0.5);
}
// 0 at the middle of the cavity, 1 at its wall.
float depth(vec2 p, Stone s) {
  if (int(K) == 2) {
    float d = 9.0, e = 9.0;
    for (int i = 0; i < 8; i++) {
      float f = float(i) + S * 3.0;
      vec2 c = (vec2(h11(f), h11(f + 50.0)) - 0.5) * vec2(2.1, 2.9);
      float x = length((p - c) * (0.8 + 0.5 * h11(f + 9.0))) * (0.75 + 0.5 * h11(f + 4.0));
      d = min(d, x) - 0.10 * exp(-6.0 * abs(d - x));
    }
    return d * 0.9;
  }
  vec2 q = p * vec2(0.92, 1.06); q = rot(h11(S) * 3.0) * q;
  float r = length(q), a = atan(q.y, q.x);
  return r * (1.0 + 0.16 * sin(a * 2.0 + S) + 0.09 * sin(a * 3.0 + 2.0 * S) + 0.05 * sin(a * 5.0 + S));
}
vec3 band(float d, vec2 p, Stone s) {
  float x = d * s.bands, i = floor(x), f = fract(x);
  float fine = 0.5 + 0.5 * sin(x * TAU * (2.0 + floor(4.0 * h11(i + S))) + 2.0 * h11(i));
  vec3 a = mix(s.a, s.b, h11(i * 1.7 + S)), b = mix(s.b, s.c, h11(i * 2.3 + S + 5.0));
  if (h11(i + S * 2.0) > 0.74) b = s.c;
  if (h11(i + S * 5.0) > 0.80) a = s.d;
  vec3 c = mix(a, b, smoothstep(0.05, 0.75, f) * (0.55 + 0.45 * fine));
  c *= 0.84 + 0.22 * fine * h11(i + 3.0);
  float line = smoothstep(0.09, 0.0, f) * h11(i + 31.0);
  return mix(c, mix(s.a * 0.4, s.c, step(0.55, h11(i + 77.0))), line * 0.65);
}
// Crystals seen from above: every cell a point of three to six facets.
vec3 druse(vec2 p, Stone s, float depthIn) {
  vec2 q = p * (13.0 - 5.0 * depthIn); vec3 v = voronoi(q);
  vec2 i = floor(q); vec3 col = vec3(0);
  float ang = TAU * v.z + floor(6.0 * fract(atan(fract(q.y) - 0.5, fract(q.x) - 0.5) / TAU + v.z)) / 6.0 * TAU;
  vec3 n = normalize(vec3(0.75 * cos(ang), 0.75 * sin(ang), 0.9));
  vec3 l = normalize(vec3(-0.5, 0.7, 0.8));
  float sp = pow(max(dot(reflect(-l, n), vec3(0, 0, 1)), 0.0), 14.0);
  col = mix(s.d, s.b, 0.25 + 0.65 * max(dot(n, l), 0.0)) * (0.35 + 0.85 * smoothstep(0.0, 0.16, v.y));
  col += s.c * (0.9 * sp + 0.10 * v.z);
  col += vec3(1.6) * step(0.93, v.z) * smoothstep(0.1, 0.3, v.y) * sp;
  return col * mix(0.45, 1.15, depthIn);
}
void main() {
  vec2 uv = centred(); Stone s = stoneOf();
  bool slab = s.hollow > 0.1 || int(K) == 0;
  float scale = slab ? 1.12 : 0.78;
  vec2 p = uv * scale + (slab ? vec2(0) : vec2(0.55, 0.3) * (h11(S + 2.0) - 0.5));
  vec2 w = warp(p, s.warp * 0.75);
  float d = depth(w, s), edge = depth(warp(p, s.warp * 0.42), s);
  vec3 col = band(d, p, s);
  col *= 0.86 + 0.3 * fbm(p * 2.3 + S, 3);
  float milk = smoothstep(0.35, 0.75, fbm(w * 2.0 + 4.0, 4));
  col = mix(col, s.c * 0.9, 0.16 * milk);
  if (s.hollow > 0.0) {
    float rim = s.hollow * (1.0 + 0.35 * (fbm(p * 4.0 + S, 3) - 0.5));
    float inside = smoothstep(rim, rim - 0.012, d);
    float into = clamp(d / rim, 0.0, 1.0);
    vec3 quartz = mix(s.c * 0.95, s.b, 0.35) * (0.75 + 0.5 * noise(p * 60.0)) * (0.8 + 0.3 * noise(vec2(atan(w.y, w.x) * 30.0, d * 8.0)));
    col = mix(col, quartz, smoothstep(rim + 0.11, rim + 0.02, d) * (1.0 - inside) * 0.9);
    vec3 inner = druse(p, s, into);
    inner *= 0.35 + 0.65 * smoothstep(0.0, 0.35, into) + 0.25 * dot(normalize(p + 1e-3), vec2(0.5, -0.6));
    col = mix(col, inner, inside);
  }
  vec3 n = normalize(vec3(dFdx(col.g), dFdy(col.g), 0.5));
  col *= 1.0 + 0.25 * dot(n.xy, vec2(-0.6, 0.8));
  float gloss = smoothstep(0.5, 0.0, abs(dot(uv - vec2(-0.2, 0.35), normalize(vec2(0.7, 0.9))) ));
  col += 0.05 * gloss * (0.5 + fbm(uv * 1.3 + 3.0, 3));
  if (slab) {
    float out0 = edge - 0.86;
    vec3 rind = mix(vec3(0.10, 0.075, 0.055), vec3(0.30, 0.25, 0.20), fbm(p * 14.0, 5)) * (0.6 + 0.7 * noise(p * 40.0));
    col = mix(col, rind, smoothstep(-0.055, -0.03, out0 + 0.02 * fbm(p * 9.0, 3)));
    vec2 sp = p + vec2(-0.04, 0.07);
    float shadow = smoothstep(0.16, -0.10, depth(warp(sp, s.warp * 0.42), s) - 0.86);
    vec3 table = mix(vec3(0.045, 0.046, 0.052), vec3(0.016, 0.016, 0.02), length(uv) * 0.55);
    table *= 0.85 + 0.3 * fbm(uv * vec2(3.0, 40.0), 4);
    table *= 1.0 - 0.85 * shadow;
    col = mix(col, table, smoothstep(-0.004, 0.006, out0));
    col += vec3(0.5, 0.45, 0.4) * smoothstep(0.014, 0.0, abs(out0 + 0.008)) * max(dot(normalize(p), vec2(-0.5, 0.8)), 0.0) * 0.5;
  }
  emit(pow(col, vec3(2.1)) * 1.5);
}
