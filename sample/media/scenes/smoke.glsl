// Smoke in a dark room: sheets drawn out and folded, lit from one side.
vec2 swirl(vec2 p, vec2 c, float a, float r) { vec2 d = p - c; float f = exp(-dot(d, d) / (r * r)); return c + rot(a * f) * d; }
float sheet(vec2 p, float z) {
  for (int i = 0; i < 5; i++) { float f = float(i) + z * 3.0; p = swirl(p, (vec2(h11(f + S), h11(f + S + 20.0)) - 0.5) * vec2(1.4, 2.2), (h11(f + 50.0) - 0.5) * 7.0, 0.35 + 0.4 * h11(f + 9.0)); }
  vec2 w = p + 0.35 * (vec2(fbm(p * 1.1 + z, 3), fbm(p * 1.1 + z + 4.7, 3)) - 0.5);
  float x = w.x * 2.3 + 0.8 * sin(w.y * 1.2 + z * 2.0), e = abs(fract(x * 0.5 + z * 0.37) - 0.5) * 2.0;
  float soft = pow(e, 5.0) + 0.55 * pow(e, 30.0);
  return soft * (0.35 + 0.9 * smoothstep(0.25, 0.75, fbm(w * vec2(1.2, 0.6) + z * 5.0, 3)));
}
void main() {
  vec2 uv = centred(); int k = int(K); vec2 o = 0.12 * vec2(cos(TAU * PH), sin(TAU * PH)); vec3 c = vec3(0.004, 0.003, 0.006);
  vec3 a = k == 0 ? vec3(0.95, 0.22, 0.20) : vec3(0.95, 0.36, 0.52), b = k == 0 ? vec3(0.26, 0.10, 0.60) : vec3(0.16, 0.22, 0.75), d = vec3(1.0, 0.74, 0.56);
  for (int i = 0; i < 4; i++) {
    float f = float(i); vec2 p = rot(0.12 * f) * (uv * vec2(1.0, 0.8) + o) ; float s = sheet(p, f * 1.31 + S);
    float m = exp(-pow((uv.x - 0.22 * sin(uv.y * 1.3 + f + S)) / (0.55 + 0.12 * f), 2.0));
    vec3 hue = mix(mix(b, a, smoothstep(-0.8, 0.6, -uv.y * 0.7 + uv.x * 0.5 + 0.3 * f - 0.3)), d, smoothstep(0.5, 1.3, s) * 0.6);
    c += hue * s * m * 0.42;
  }
  c *= 1.0 - 0.35 * smoothstep(0.6, 1.6, length(uv)); emit(c * 1.3);
}
