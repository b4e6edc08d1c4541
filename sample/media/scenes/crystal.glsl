// Clusters of hexagonal points on rough rock, clear enough to see into.
uniform vec4 C[40];
uniform int N;

vec3 tintOf() {
  int k = int(K);
  if (k == 0) return vec3(0.55, 0.62, 0.78);
  if (k == 1) return vec3(0.9, 1.75, 0.3);
  if (k == 2) return vec3(1.3, 0.35, 0.24);
  return vec3(0.25) + 1.5 * (1.0 - hsl(h11(S * 1.7), 0.8, 0.62));
}
vec3 studio(vec3 d) {
  vec3 c = mix(vec3(0.02, 0.022, 0.03), vec3(0.10, 0.12, 0.17), smoothstep(-0.5, 1.0, d.y));
  c += vec3(1.0, 0.93, 0.84) * 3.2 * smoothstep(0.80, 0.95, dot(d, normalize(vec3(-0.6, 0.65, 0.35))));
  c += vec3(0.75, 0.88, 1.0) * 2.2 * smoothstep(0.86, 0.97, dot(d, normalize(vec3(0.85, 0.4, 0.1))));
  c += vec3(1.0, 0.95, 0.9) * 1.8 * smoothstep(0.93, 0.98, d.y);
  c += vec3(0.9, 0.9, 1.0) * 2.6 * smoothstep(0.82, 0.94, dot(d, normalize(vec3(-0.1, 0.35, -1.0))));
  return c;
}
float rock(vec3 p) {
  float n = fbm3(p * 2.6 + S, 5);
  return length(p * vec3(0.62, 1.25, 0.8) - vec3(0, -1.08, 0)) - 0.62 - 0.42 * (n - 0.45);
}
mat3 frameOf(vec3 d, float turn) {
  vec3 a = normalize(cross(d, abs(d.y) < 0.95 ? vec3(0, 1, 0) : vec3(1, 0, 0))), b = cross(d, a);
  return mat3(a * cos(turn) + b * sin(turn), d, b * cos(turn) - a * sin(turn));
}
// One face of crystal i in its own frame: six sides, six ends.
vec4 face(int j, float r, float len, float skew) {
  float t = float(j % 6) * PI / 3.0;
  if (j < 6) return vec4(cos(t), 0, sin(t), r * (1.0 + 0.14 * sin(t * 2.0 + skew * 9.0)));
  float e = 0.62 + 0.05 * sin(t + skew * 6.0), y = len - r * 0.55 * (1.0 + 0.8 * sin(t + skew * 12.0) * (0.4 + skew));
  return vec4(sin(PI / 2.0 - e) * cos(t), sin(e), sin(PI / 2.0 - e) * sin(t), cos(e) * r * 0.9 + sin(e) * (y - r * 0.35));
}
bool hit(int i, vec3 o, vec3 d, bool inside, out float t, out vec3 n) {
  vec4 a = C[2 * i], b = C[2 * i + 1];
  float near = -1e9, far = 1e9; vec3 nn = vec3(0, 1, 0), nf = nn;
  for (int j = 0; j < 13; j++) {
    vec4 f = j == 12 ? vec4(0, -1, 0, 0.35) : face(j, a.w, b.x, b.z);
    float dn = dot(d, f.xyz), k = f.w - dot(o, f.xyz);
    if (dn < -1e-6) { float q = k / dn; if (q > near) { near = q; nn = f.xyz; } }
    else if (dn > 1e-6) { float q = k / dn; if (q < far) { far = q; nf = f.xyz; } }
    else if (k < 0.0) return false;
  }
  if (inside) { t = max(far, 0.0); n = nf; return true; }
  t = near; n = nn; return near < far && near > 1e-3;
}
float rockTrace(vec3 ro, vec3 rd, float tmax) {
  float t = 0.0;
  for (int i = 0; i < 70; i++) { float d = rock(ro + rd * t); if (d < 0.002) return t; t += d * 0.6; if (t > tmax) break; }
  return -1.0;
}
vec3 rockShade(vec3 p, vec3 rd) {
  vec2 e = vec2(0.006, 0);
  vec3 n = normalize(vec3(rock(p + e.xyy) - rock(p - e.xyy), rock(p + e.yxy) - rock(p - e.yxy), rock(p + e.yyx) - rock(p - e.yyx)));
  float l = max(dot(n, normalize(vec3(-0.6, 0.65, 0.35))), 0.0), ao = smoothstep(-0.1, 0.5, n.y) * 0.7 + 0.3;
  vec3 base = mix(vec3(0.05, 0.045, 0.045), vec3(0.22, 0.2, 0.19), fbm3(p * 9.0, 4));
  float glint = pow(noise3(p * 60.0), 14.0) * 9.0;
  vec3 vein = exp(-tintOf()) * smoothstep(0.55, 0.7, fbm3(p * 3.0 + 4.0, 4)) * 0.4;
  return (base + vein) * (0.12 + 1.5 * l) * ao + glint * (0.2 + l) * 0.5;
}
vec3 backdrop(vec3 rd) {
  vec3 t = exp(-tintOf() * 1.3);
  vec2 q = rd.xy;
  return vec3(0.007, 0.008, 0.011) + (0.10 * t + 0.02) * exp(-dot(q - vec2(0.0, 0.12), q - vec2(0.0, 0.12)) * 7.0);
}
int nearest(vec3 ro, vec3 rd, out float t, out vec3 n, out vec3 lp, out vec3 ld, out mat3 fr) {
  int which = -1; t = 1e9;
  for (int i = 0; i < 20; i++) {
    if (i >= N) break;
    mat3 m = frameOf(C[2 * i].xyz, C[2 * i + 1].y);
    vec3 o = transpose(m) * (ro - vec3(0, -0.62, 0)), d = transpose(m) * rd, nn; float q;
    if (hit(i, o, d, false, q, nn) && q < t) { t = q; n = nn; lp = o + d * q; ld = d; fr = m; which = i; }
  }
  return which;
}
// What is behind a crystal: other crystals in one flat tone, the rock, the studio.
vec3 behind(vec3 ro, vec3 rd) {
  float t; vec3 n, lp, ld; mat3 fr;
  int i = nearest(ro, rd, t, n, lp, ld, fr);
  float r = rockTrace(ro, rd, 3.0);
  if (i >= 0 && (r < 0.0 || t < r)) {
    vec3 wn = fr * n; float f = 0.06 + 0.94 * pow(1.0 - max(-dot(wn, rd), 0.0), 5.0);
    return mix(exp(-tintOf() * 0.7) * (0.10 + 0.25 * max(wn.y, 0.0)), studio(reflect(rd, wn)), f);
  }
  if (r > 0.0) return rockShade(ro + rd * r, rd);
  return studio(rd) * 0.75 + backdrop(rd);
}
vec3 crystal(int i, vec3 p, vec3 d, vec3 n, mat3 fr, vec3 ro) {
  const float ior = 1.55;
  vec3 wn = fr * n, wp = p;
  float bump = 0.035 * sin(p.y * 90.0 + 3.0 * noise(p.xz * 30.0)) * step(abs(n.y), 0.2);
  vec3 bn = normalize(n + vec3(0, bump, 0));
  float fre = 0.05 + 0.95 * pow(1.0 - max(-dot(bn, d), 0.0), 5.0);
  vec3 outer = studio(fr * reflect(d, bn));
  vec3 q = refract(d, bn, 1.0 / ior), w = vec3(1), sum = vec3(0), o = p;
  for (int b = 0; b < 5; b++) {
    vec3 m; float t; hit(i, o + q * 1e-3, q, true, t, m);
    vec3 e = o + q * t;
    float root = smoothstep(0.9, -0.2, 0.5 * (o.y + e.y) / C[2 * i + 1].x);
    float cloud = smoothstep(0.4, 0.75, fbm3(0.5 * (o + e) * vec3(5, 3, 5) + float(i) * 3.0, 4)) * root;
    w *= exp(-tintOf() * (0.45 + 1.2 * root) * t * 1.5);
    sum += w * cloud * t * (0.9 * exp(-tintOf() * 0.5)) * 0.8;
    w *= exp(-cloud * t * 1.6);
    vec3 x = refract(q, -m, ior);
    if (dot(x, x) > 0.5) {
      float f = 0.05 + 0.95 * pow(1.0 - max(dot(x, m), 0.0), 5.0);
      vec3 start = fr * e + vec3(0, -0.62, 0);
      sum += w * (1.0 - f) * (b == 0 ? behind(start + fr * x * 0.02, fr * x) : studio(fr * x));
      w *= f;
      if (max(w.x, max(w.y, w.z)) < 0.03) break;
    }
    o = e - m * 1e-3; q = reflect(q, m);
  }
  sum += w * exp(-tintOf()) * 0.1;
  return mix(sum * 1.35, outer, fre);
}
void main() {
  vec2 uv = centred();
  float a = (h11(S) - 0.5) * 2.0 + PH * 0.0;
  vec3 ro = vec3(4.4 * sin(a), 1.75, 4.4 * cos(a)), ta = vec3(0, 0.12, 0);
  vec3 f = normalize(ta - ro), r = normalize(cross(f, vec3(0, 1, 0))), u = cross(r, f);
  vec3 rd = normalize(f * 3.1 + uv.x * r + uv.y * u);
  float t; vec3 n, lp, ld; mat3 fr;
  int i = nearest(ro, rd, t, n, lp, ld, fr);
  float k = rockTrace(ro, rd, 8.0);
  vec3 col = backdrop(vec3(uv * 0.33, 0));
  if (k > 0.0) col = rockShade(ro + rd * k, rd);
  if (i >= 0 && (k < 0.0 || t < k)) col = crystal(i, lp, ld, n, fr, ro);
  col *= 1.0 - 0.18 * dot(uv, uv) * 0.4;
  emit(col * 1.25);
}
