// Light on a long exposure: a sheaf of fine lines, each a little behind the one before.
vec3 hueAt(float f, float x) {
  vec3 a = int(K) == 0 ? vec3(1.0, 0.30, 0.06) : vec3(0.06, 0.55, 1.0), b = int(K) == 0 ? vec3(1.0, 0.72, 0.25) : vec3(0.35, 0.95, 0.85), c = int(K) == 0 ? vec3(0.85, 0.06, 0.42) : vec3(0.50, 0.16, 1.0);
  float s = 0.5 + 0.5 * sin(x * 1.3 + f * 2.6 + S + TAU * PH);
  return mix(mix(c, a, smoothstep(0.0, 0.55, s)), b, smoothstep(0.55, 1.0, s));
}
void main() {
  vec2 uv = centred(); uv = rot(0.22) * uv; vec3 c = vec3(0.004, 0.005, 0.011);
  for (int j = 0; j < 3; j++) {
    float fj = float(j), ph = TAU * PH * (j == 1 ? -1.0 : 1.0) + fj * 2.1 + S;
    for (int i = 0; i < 44; i++) {
      float f = float(i) / 43.0, x = uv.x;
      float tw = sin(x * 0.95 + ph) * 0.62 + 0.30 * sin(x * 1.9 - ph + fj), open = 0.10 + 0.42 * pow(0.5 + 0.5 * sin(x * 1.15 + ph * 1.0 + fj * 1.7), 1.5);
      float y = 0.50 * tw * (0.8 + 0.1 * fj) + (f - 0.5) * open * cos(x * 1.4 + ph + f * 1.6) + 0.05 * sin(x * 5.0 + f * 9.0 + ph) * open;
      float slope = 1.0 + 0.5 * abs(cos(x * 0.95 + ph)), d = abs(uv.y - y - (fj - 1.0) * 0.22) / slope;
      float w = 0.25 + 0.75 * pow(0.5 + 0.5 * cos(f * 9.0 + x * 2.0 + ph), 3.0);
      c += hueAt(f + fj * 0.4, x) * w * (0.0000030 / (d * d + 0.0000042) * 0.55 + 0.00022 / (d + 0.010)) * exp(-0.22 * x * x);
    }
  }
  for (int i = 0; i < 30; i++) { float f = float(i); vec2 o = (vec2(h11(f + S), h11(f + 70.0)) - 0.5) * vec2(2.8, 2.0); float d = length(uv - o); c += hueAt(h11(f), o.x) * 0.8 * h11(f + 2.0) * exp(-d * d * 26000.0); }
  emit(c * 1.15);
}
