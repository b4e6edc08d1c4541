// Cloth: long folds, light that slides along them.
float fold(vec2 p, vec2 o) {
  vec2 w = p + 0.60 * vec2(sin(p.y * 0.8 + S + o.x * 0.5) + 0.5 * noise(p * 0.9 + S), noise(p * 0.7 + 4.0 + S + 0.4 * o));
  float x = w.x * 1.5 + 0.5 * sin(w.y * 1.1 + S * 2.0) + 0.9 * noise(vec2(w.x * 0.5, w.y * 0.7) + S + 0.5 * o);
  float a = sin(x * 1.9 + o.x * 0.6), b = sin(x * 4.3 + 1.4 * sin(w.y * 0.9 + o.y) + S), c = sin(x * 8.6 - w.y * 0.8 + 2.0 * noise(w * 0.9 + 9.0));
  float amp = 0.35 + 0.65 * noise(vec2(w.x * 0.7 + 3.0, w.y * 0.45) + S * 3.0);
  return 0.62 * a + 0.30 * b * amp + 0.085 * c * amp * amp + 0.05 * noise(w * 1.6);
}
void main() {
  vec2 uv = centred(); int k = int(K); float ang = k == 1 ? 0.95 : k == 2 ? -0.55 : k == 3 ? 0.4 : 0.22;
  vec2 p = rot(ang) * uv * 1.05 + S * 4.1, o = vec2(cos(TAU * PH), sin(TAU * PH)); float e = 0.003;
  float h = fold(p, o), hx = fold(p + vec2(e, 0), o), hy = fold(p + vec2(0, e), o); vec2 g = vec2(h - hx, h - hy) / e * 0.42;
  vec3 n = normalize(vec3(g, 1.0)), t = normalize(vec3(1.0, 0.0, -g.x));
  vec3 l = normalize(vec3(-0.55, 0.50, 0.62)), l2 = normalize(vec3(0.85, -0.2, 0.40)), hv = normalize(l + vec3(0, 0, 1));
  float dif = max(dot(n, l), 0.0), back = max(dot(n, l2), 0.0), th = dot(t, hv), an = pow(max(1.0 - th * th, 0.0), 14.0) * dif, sp = pow(max(dot(n, hv), 0.0), 40.0);
  vec3 base = k == 0 ? vec3(0.60, 0.07, 0.20) : k == 1 ? vec3(0.78, 0.27, 0.10) : k == 2 ? vec3(0.50, 0.010, 0.035) : k == 3 ? vec3(0.09, 0.06, 0.40) : vec3(0.03, 0.32, 0.42);
  vec3 sheen = k == 0 ? vec3(1.0, 0.60, 0.62) : k == 1 ? vec3(1.0, 0.78, 0.50) : k == 2 ? vec3(1.0, 0.40, 0.34) : k == 3 ? vec3(0.62, 0.56, 1.0) : vec3(0.55, 1.0, 0.92);
  vec3 rimc = k == 3 ? vec3(0.70, 0.16, 0.55) : k == 4 ? vec3(0.25, 0.35, 0.95) : vec3(0.40, 0.08, 0.26);
  float cave = smoothstep(-0.95, 0.35, h) * 0.92 + 0.08;
  vec3 c = base * (0.02 + 0.95 * pow(dif, 2.0)) * cave + rimc * 0.20 * pow(back, 3.0) * cave;
  c += sheen * (0.13 * an + 0.42 * sp) * cave; c *= 0.96 + 0.07 * noise(p * vec2(300.0, 40.0));
  c *= 1.0 - 0.34 * smoothstep(0.5, 1.6, length(uv - vec2(-0.15, 0.2)));
  emit(c * 1.6);
}
