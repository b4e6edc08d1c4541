// The floor of a pool in sunlight.
float web(vec2 p, float z) {
  vec2 o = 0.42 * vec2(cos(TAU * PH + z), sin(TAU * PH + z)); float s = 0.0;
  for (int i = 0; i < 3; i++) {
    float f = float(i); vec2 q = rot(f * 0.9 + z) * p * (1.0 + 0.62 * f) + o * (1.0 + 0.3 * f) + f * 4.0;
    q += 0.42 * vec2(fbm(q * 0.9 + o, 3), fbm(q * 0.9 + 6.0 - o, 3));
    vec2 i0 = floor(q), fr = q - i0; float d1 = 9.0, d2 = 9.0;
    for (int y = -1; y <= 1; y++) for (int x = -1; x <= 1; x++) { vec2 g = vec2(x, y), h = h22(i0 + g + 13.0 * f); h = 0.5 + 0.42 * sin(TAU * (h + PH)); float d = length(g + h - fr); if (d < d1) { d2 = d1; d1 = d; } else d2 = min(d2, d); }
    float e = d2 - d1; s += (0.020 / (e * e * 1.6 + 0.018) + 0.18 * exp(-e * 5.0)) / (1.0 + 0.7 * f);
  }
  return s;
}
void main() {
  vec2 uv = centred(); int k = int(K); vec2 p; float depth = 0.0;
  if (R.y > R.x) { p = uv * 2.1; depth = 0.35 - 0.25 * uv.y; }
  else { float h = 1.9 - uv.y * 0.95; p = vec2(uv.x * (4.6 / h), 9.0 / h * 1.1); p.y += 2.0; depth = clamp(1.0 - h / 2.9, 0.0, 1.0); }
  p += S * 3.0;
  vec3 shallow = k == 1 ? vec3(0.05, 0.50, 0.58) : vec3(0.03, 0.36, 0.62), deep = k == 1 ? vec3(0.0, 0.16, 0.30) : vec3(0.0, 0.08, 0.28);
  float tx = fbm(p * 3.0, 5); vec2 tile = abs(fract(p * 0.75) - 0.5); float grout = smoothstep(0.492, 0.475, max(tile.x, tile.y));
  vec3 base = mix(shallow, deep, depth) * (0.62 + 0.25 * tx); base *= 0.78 + 0.22 * grout;
  vec3 c = base;
  float r = web(p, 0.0), g = web(p + 0.012, 0.0), b = web(p + 0.024, 0.0);
  c += vec3(0.62, 0.95, 0.90) * vec3(r, g, b) * vec3(0.26, 0.34, 0.34) * mix(1.0, 0.35, depth);
  float ray = fbm(vec2(uv.x * 2.2 + uv.y * 0.8 + S, 1.0 + 0.6 * sin(TAU * PH)), 4); c += vec3(0.25, 0.6, 0.65) * 0.26 * smoothstep(0.42, 0.85, ray) * (0.5 + 0.5 * uv.y);
  vec2 q = p * 0.9 + 0.3 * vec2(cos(TAU * PH), sin(TAU * PH)); float surf = fbm(q * vec2(1.0, 2.6), 5);
  c += vec3(0.9, 1.0, 1.0) * smoothstep(0.66, 0.84, surf) * 0.20;
  emit(pow(c, vec3(1.25)) * 1.2);
}
