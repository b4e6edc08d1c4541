precision highp float;
precision highp int;
uniform vec2 R;   // size of the picture
uniform float S;  // seed
uniform float K;  // palette or composition
uniform float PH; // phase of the loop, 0 to 1
uniform float T;  // seconds
out vec4 outColor;

const float PI = 3.14159265;
const float TAU = 6.2831853;

mat2 rot(float a) { float c = cos(a), s = sin(a); return mat2(c, s, -s, c); }
uint hashu(uint x) { x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; x ^= x >> 16; return x; }
float h11(float p) { return float(hashu(floatBitsToUint(p + 1.37))) / 4294967295.0; }
float h12(vec2 p) { return float(hashu(uint(int(p.x)) * 1597334677u ^ hashu(uint(int(p.y)) * 3812015801u))) / 4294967295.0; }
vec2 h22(vec2 p) { return vec2(h12(p), h12(p + 171.0)); }
float h13(vec3 p) { return float(hashu(uint(int(p.x)) * 1597334677u ^ hashu(uint(int(p.y)) * 3812015801u ^ hashu(uint(int(p.z)) * 2798796415u)))) / 4294967295.0; }

float noise(vec2 p) {
  vec2 i = floor(p), f = fract(p);
  f = f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
  return mix(mix(h12(i), h12(i + vec2(1, 0)), f.x), mix(h12(i + vec2(0, 1)), h12(i + vec2(1, 1)), f.x), f.y);
}
float noise3(vec3 p) {
  vec3 i = floor(p), f = fract(p);
  f = f * f * (3.0 - 2.0 * f);
  float a = mix(mix(h13(i), h13(i + vec3(1, 0, 0)), f.x), mix(h13(i + vec3(0, 1, 0)), h13(i + vec3(1, 1, 0)), f.x), f.y);
  float b = mix(mix(h13(i + vec3(0, 0, 1)), h13(i + vec3(1, 0, 1)), f.x), mix(h13(i + vec3(0, 1, 1)), h13(i + vec3(1, 1, 1)), f.x), f.y);
  return mix(a, b, f.z);
}
float fbm(vec2 p, int n) {
  float a = 0.5, s = 0.0;
  for (int i = 0; i < 10; i++) { if (i >= n) break; s += a * noise(p); p = rot(0.6) * p * 2.03 + 17.3; a *= 0.5; }
  return s;
}
float fbm3(vec3 p, int n) {
  float a = 0.5, s = 0.0;
  for (int i = 0; i < 8; i++) { if (i >= n) break; s += a * noise3(p); p = p.yzx * 2.03 + 11.7; a *= 0.5; }
  return s;
}
float ridge(vec2 p, int n) {
  float a = 0.5, s = 0.0;
  for (int i = 0; i < 10; i++) { if (i >= n) break; float v = 1.0 - abs(2.0 * noise(p) - 1.0); s += a * v * v; p = rot(0.7) * p * 2.07 + 9.1; a *= 0.5; }
  return s;
}
// Nearest point of a jittered grid: distance, distance to the edge, id.
vec3 voronoi(vec2 p) {
  vec2 i = floor(p), f = p - i, best = vec2(0); float d1 = 9.0; vec2 id = vec2(0);
  for (int y = -1; y <= 1; y++) for (int x = -1; x <= 1; x++) {
    vec2 g = vec2(x, y), o = g + h22(i + g) - f; float d = dot(o, o);
    if (d < d1) { d1 = d; best = o; id = i + g; }
  }
  float edge = 9.0;
  for (int y = -2; y <= 2; y++) for (int x = -2; x <= 2; x++) {
    vec2 g = vec2(x, y), o = g + h22(i + g) - f, e = o - best;
    if (dot(e, e) > 1e-4) edge = min(edge, dot(0.5 * (o + best), normalize(e)));
  }
  return vec3(sqrt(d1), edge, h12(id + 3.0));
}
vec3 pal(float t, vec3 a, vec3 b, vec3 c, vec3 d) { return a + b * cos(TAU * (c * t + d)); }
vec3 spectrum(float t) { return clamp(pal(t, vec3(0.5), vec3(0.5), vec3(1.0), vec3(0.0, 0.33, 0.67)), 0.0, 1.0); }
vec3 hsl(float h, float s, float l) { vec3 q = clamp(abs(mod(h * 6.0 + vec3(0, 4, 2), 6.0) - 3.0) - 1.0, 0.0, 1.0); return l + s * (q - 0.5) * (1.0 - abs(2.0 * l - 1.0)); }
// Colour of a thin film of the given thickness (in wavelengths of green), light at cosine c.
vec3 film(float thick, float c) {
  vec3 wave = vec3(650.0, 532.0, 450.0) / 532.0;
  vec3 ph = TAU * thick * 2.66 * sqrt(1.0 - (1.0 - c * c) / 1.77) / wave;
  return 0.5 - 0.5 * cos(ph);
}
vec3 aces(vec3 x) { return clamp((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0); }
void emit(vec3 c) {
  c = pow(aces(max(c, 0.0)), vec3(1.0 / 2.2));
  c += (h12(gl_FragCoord.xy) - 0.5) / 255.0;
  outColor = vec4(c, 1.0);
}
vec2 centred() { return (2.0 * gl_FragCoord.xy - R) / min(R.x, R.y); }
float stars(vec2 p, float scale, float density) {
  vec2 q = p * scale, i = floor(q), f = fract(q) - 0.5;
  float r = h12(i + 7.0);
  if (r > density) return 0.0;
  vec2 o = (h22(i + 31.0) - 0.5) * 0.7;
  float m = pow(h12(i + 55.0), 6.0) * 2.2 + 0.12;
  return m * exp(-dot(f - o, f - o) * 70.0 / (0.35 + m));
}
