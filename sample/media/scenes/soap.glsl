// A soap film: its thickness, drawn out and stirred, read off in interference colours.
void main() {
  vec2 uv = centred(); vec2 o = 0.22 * vec2(cos(TAU * PH), sin(TAU * PH));
  vec2 p = uv * 0.72 + S * 2.3;
  vec2 a = vec2(fbm(p * 0.9 + o, 5), fbm(p * 0.9 + 4.1 - o.yx, 5)) - 0.5, b = vec2(fbm(p * 1.3 + 2.6 * a + o.yx, 5), fbm(p * 1.3 + 2.6 * a + 7.7, 5)) - 0.5;
  vec2 q = p + 1.15 * b; float flow = fbm(q * 1.4 + 1.9 * a, 7);
  float th = 0.06 + 0.85 * flow + 0.34 * (0.6 - uv.y * 0.5) + 0.10 * fbm(q * vec2(5.0, 9.0), 4);
  if (int(K) == 1) { float r = length(uv); th += 0.5 * r * r; }
  vec3 c = film(th * 0.86, 0.92);
  c = mix(vec3(dot(c, vec3(0.33))), c, 0.70); c = pow(max(c, 0.0), vec3(1.5)) * vec3(1.0, 0.86, 1.05);
  float gx = fbm(q * 1.4 + vec2(0.02, 0) + 1.9 * a, 6) - flow, gy = fbm(q * 1.4 + vec2(0, 0.02) + 1.9 * a, 6) - flow;
  vec3 n = normalize(vec3(-gx, -gy, 0.05)); float l = max(dot(n, normalize(vec3(-0.5, 0.7, 0.6))), 0.0);
  c *= 0.10 + 0.95 * l * l; c += vec3(1.0, 0.96, 0.92) * pow(l, 26.0) * 0.22;
  float black = smoothstep(0.33, 0.24, flow); c = mix(c, vec3(0.012, 0.012, 0.02), black * 0.85);
  vec3 v = voronoi(uv * 9.0 + S); float tiny = smoothstep(0.09, 0.05, v.x) * step(0.90, v.z); c += tiny * 0.35;
  c *= 1.0 - 0.22 * dot(uv, uv) * 0.6;
  emit(c * 1.35);
}
