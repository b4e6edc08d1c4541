// Gas lit from inside: folded noise in layers, dark pillars, stars with spikes.
vec3 hueA() { int k = int(K); return k == 0 ? vec3(1.0, 0.42, 0.16) : k == 1 ? vec3(0.12, 0.55, 0.95) : vec3(0.85, 0.20, 0.55); }
vec3 hueB() { int k = int(K); return k == 0 ? vec3(0.10, 0.42, 0.62) : k == 1 ? vec3(0.55, 0.80, 0.95) : vec3(0.20, 0.30, 0.95); }
vec3 hueC() { int k = int(K); return k == 0 ? vec3(0.75, 0.10, 0.12) : k == 1 ? vec3(0.10, 0.16, 0.55) : vec3(0.30, 0.06, 0.35); }
float spikes(vec2 p, float s) {
  float d = length(p), core = exp(-d * d * 5200.0 / s) * 2.4 + 0.06 * exp(-d * 34.0 / s);
  vec2 q = abs(rot(0.5) * p);
  return core + 0.38 * exp(-q.x * 900.0) * exp(-q.y * 26.0 / s) + 0.38 * exp(-q.y * 900.0) * exp(-q.x * 26.0 / s);
}
void main() {
  vec2 uv = centred(); vec2 o = 0.16 * vec2(cos(TAU * PH), sin(TAU * PH));
  vec2 p = uv * (1.05 - 0.10 * sin(TAU * PH)) + S * 3.7;
  vec2 a = vec2(fbm(p * 0.9 + o, 6), fbm(p * 0.9 + 5.2 - o, 6)), b = vec2(fbm(p + 2.4 * a + 1.7, 6), fbm(p + 2.4 * a + 9.2 + o, 6));
  float d = fbm(p * 1.1 + 2.2 * b, 8), e = ridge(p * 1.5 + 1.3 * b, 7), f = fbm(p * 2.4 + 3.0 * a + 30.0, 7);
  float mask = smoothstep(1.55, 0.15, length(uv * vec2(0.85, 1.0) - vec2(0.1, 0.05) + 0.6 * (a - 0.5)));
  vec3 c = vec3(0.004, 0.005, 0.012);
  c += hueC() * pow(d, 2.2) * 0.95 * mask;
  c += hueA() * pow(smoothstep(0.30, 0.82, d), 2.0) * 1.15 * mask;
  c += hueB() * pow(smoothstep(0.42, 0.78, f), 1.7) * (0.25 + 0.9 * a.x) * 0.95 * mask;
  float rim = pow(e, 2.3) * smoothstep(0.25, 0.7, d);
  c += mix(hueA(), vec3(1.0, 0.92, 0.80), 0.6) * rim * 1.2 * mask;
  float dark = smoothstep(0.46, 0.70, fbm(p * 1.25 + 1.8 * b + 60.0, 8)) ;
  float edge = smoothstep(0.10, 0.0, abs(fbm(p * 1.25 + 1.8 * b + 60.0, 8) - 0.50));
  c *= 1.0 - 0.88 * dark; c += hueA() * edge * 0.10 * mask * d;
  vec2 hc = vec2(0.16, 0.10) + 0.2 * (h22(vec2(S, 3.0)) - 0.5);
  float heart = exp(-dot(uv - hc, uv - hc) * 7.0); c += (hueB() + vec3(0.5)) * heart * 0.42 * (0.35 + d);
  c += stars(uv + 2.0, 150.0, 0.16) * 0.35 + stars(uv + 6.0, 70.0, 0.13) * vec3(0.9, 0.94, 1.0) * 0.8 + stars(uv + 4.0, 30.0, 0.10) * vec3(1.0, 0.86, 0.7);
  for (int i = 0; i < 9; i++) {
    float g = float(i) + S * 11.0; vec2 s = (vec2(h11(g), h11(g + 30.0)) - 0.5) * 2.4 * vec2(R.x / min(R.x, R.y), R.y / min(R.x, R.y)) * 0.8;
    c += spikes(uv - s, 0.25 + 1.1 * pow(h11(g + 70.0), 2.0)) * mix(vec3(0.75, 0.86, 1.0), vec3(1.0, 0.8, 0.6), h11(g + 9.0)) * 0.9;
  }
  emit(c * 1.5);
}
