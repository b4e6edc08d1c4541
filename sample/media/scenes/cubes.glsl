// Intergrown cubes: pyrite in brass, fluorite in layers of colour.
uniform vec4 C[48];
uniform int N;

bool metal() { return int(K) % 2 == 1; }
vec3 studio(vec3 d) {
  vec3 c = mix(vec3(0.015), vec3(0.10, 0.11, 0.14), smoothstep(-0.5, 1.0, d.y));
  c += vec3(1.0, 0.95, 0.88) * 3.0 * smoothstep(0.72, 0.93, dot(d, normalize(vec3(-0.7, 0.6, 0.3))));
  c += vec3(0.8, 0.9, 1.0) * 1.6 * smoothstep(0.78, 0.95, dot(d, normalize(vec3(0.9, 0.35, 0.2))));
  c += vec3(1.0) * 1.3 * smoothstep(0.85, 0.98, d.y);
  c += vec3(1.0, 0.95, 0.9) * 2.4 * smoothstep(0.75, 0.95, dot(d, normalize(vec3(0.1, 0.2, -1.0))));
  return c;
}
mat3 pose(int i) {
  vec4 b = C[2 * i + 1];
  float cx = cos(b.x), sx = sin(b.x), cy = cos(b.y), sy = sin(b.y), cz = cos(b.z), sz = sin(b.z);
  return mat3(cy, 0, -sy, 0, 1, 0, sy, 0, cy) * mat3(1, 0, 0, 0, cx, sx, 0, -sx, cx) * mat3(cz, sz, 0, -sz, cz, 0, 0, 0, 1);
}
bool cube(vec3 o, vec3 d, float h, bool inside, out float t, out vec3 n) {
  vec3 inv = 1.0 / d, a = (-h * sign(d) - o) * inv, b = (h * sign(d) - o) * inv;
  float near = max(a.x, max(a.y, a.z)), far = min(b.x, min(b.y, b.z));
  if (inside) { t = far; n = sign(d) * step(b, vec3(far)) ; n = normalize(n); return true; }
  t = near; n = normalize(-sign(d) * step(vec3(near), a)); return near < far && near > 1e-3;
}
int nearest(vec3 ro, vec3 rd, int skip, out float t, out vec3 n, out vec3 lp, out mat3 m) {
  int which = -1; t = 1e9;
  for (int i = 0; i < 24; i++) {
    if (i >= N) break;
    if (i == skip) continue;
    mat3 q = pose(i); vec3 o = transpose(q) * (ro - C[2 * i].xyz), d = transpose(q) * rd, nn; float tt;
    if (cube(o, d, C[2 * i].w, false, tt, nn) && tt < t) { t = tt; n = nn; lp = o + d * tt; m = q; which = i; }
  }
  return which;
}
vec3 backdrop(vec3 rd) { return vec3(0.009, 0.010, 0.013) + (metal() ? vec3(0.06, 0.045, 0.025) : vec3(0.03, 0.045, 0.06)) * exp(-dot(rd.xy, rd.xy) * 9.0); }
vec3 bumped(vec3 n, vec3 p, float amount) {
  vec3 a = abs(n); vec2 q = a.x > 0.5 ? p.yz : a.y > 0.5 ? p.zx : p.xy;
  vec3 dir = a.x > 0.5 ? vec3(0, 1, 0) : a.y > 0.5 ? vec3(0, 0, 1) : vec3(1, 0, 0);
  float s = noise(vec2(q.x * 70.0, q.y * 1.5 + 8.0)) - 0.5 + 0.6 * (noise(vec2(q.x * 22.0, q.y * 0.8)) - 0.5);
  return normalize(n + dir * s * amount + 0.02 * (vec3(noise(q * 14.0), noise(q * 14.0 + 5.0), noise(q * 14.0 + 9.0)) - 0.5));
}
vec3 brass(int i, vec3 p, vec3 rd, vec3 n, mat3 m, vec3 wp) {
  vec3 bn = m * bumped(n, p, 0.17), r = reflect(rd, bn);
  vec3 f0 = mix(vec3(0.86, 0.68, 0.36), vec3(0.72, 0.62, 0.45), noise3(p * 4.0 + float(i)));
  float fr = pow(1.0 - max(-dot(bn, rd), 0.0), 5.0);
  float t; vec3 nn, lp; mat3 mm; vec3 env = studio(r);
  int j = nearest(wp + m * n * 0.004, r, -1, t, nn, lp, mm);
  if (j >= 0) { vec3 r2 = reflect(r, mm * bumped(nn, lp, 0.17)); env = vec3(0.8, 0.64, 0.35) * studio(r2) * 0.8; }
  env = env / (1.0 + 0.45 * env);
  float occ = 1.0;
  for (int k = 1; k < 4; k++) { vec3 q; mat3 x; vec3 l; float tt; if (nearest(wp + m * n * 0.004, normalize(m * n + 0.5 * vec3(sin(float(k) * 2.1), 0.3, cos(float(k) * 2.1))), -1, tt, q, l, x) >= 0 && tt < 0.35) occ -= 0.24; }
  return mix(f0, vec3(1), fr) * env * occ;
}
vec3 zone(vec3 p, float h, int i) {
  vec3 a = abs(p) / h; float d = max(a.x, max(a.y, a.z)) + 0.06 * noise3(p * 5.0);
  vec3 green = vec3(1.5, 0.28, 0.75), purple = vec3(0.8, 1.8, 0.25), clear = vec3(0.22, 0.2, 0.12);
  vec3 c = mix(green, clear, smoothstep(0.5, 0.58, d));
  c = mix(c, purple, smoothstep(0.72, 0.78, d));
  c = mix(c, green * 0.7, smoothstep(0.86, 0.9, d) * step(0.4, h11(float(i) + S)));
  if (int(K) > 1) c = mix(c, c.zxy, step(0.5, h11(S)));
  return c;
}
vec3 glass(int i, vec3 p, vec3 rd, vec3 n, mat3 m) {
  float h = C[2 * i].w;
  vec3 d = transpose(m) * rd, bn = bumped(n, p, 0.03), q = refract(d, bn, 1.0 / 1.43), w = vec3(1), sum = vec3(0), o = p;
  float fre = 0.04 + 0.96 * pow(1.0 - max(-dot(bn, d), 0.0), 5.0);
  for (int b = 0; b < 5; b++) {
    vec3 nn; float t; cube(o, q, h, true, t, nn);
    for (int s = 0; s < 6; s++) {
      vec3 x = o + q * t * (float(s) + 0.5) / 6.0;
      float crack = smoothstep(0.62, 0.75, noise3(x * 7.0 + float(i) * 5.0)) * 0.25;
      w *= exp(-zone(x, h, i) * t / 6.0 * 1.9 / h * 0.5);
      sum += w * t / 6.0 * (crack * 0.7 + 0.05) * exp(-zone(x, h, i) * 0.5) * 0.9 / h * 0.5;
    }
    vec3 e = o + q * t, x = refract(q, -nn, 1.43);
    if (dot(x, x) > 0.5) {
      float f = 0.04 + 0.96 * pow(1.0 - max(dot(x, nn), 0.0), 5.0);
      vec3 start = m * e + C[2 * i].xyz, dir = m * x; float tt; vec3 n2, l2; mat3 m2;
      vec3 seen = studio(dir) * 0.9 + backdrop(dir);
      if (b < 2) { int j = nearest(start + dir * 0.003, dir, i, tt, n2, l2, m2);
        if (j >= 0) { vec3 r2 = m2 * n2; seen = exp(-zone(l2, C[2 * j].w, j) * 0.8) * (0.16 + 0.3 * max(r2.y, 0.0)) + 0.06 * studio(reflect(dir, r2)); } }
      sum += w * (1.0 - f) * seen; w *= f;
      if (max(w.x, max(w.y, w.z)) < 0.04) break;
    }
    o = e - nn * 1e-3; q = reflect(q, nn);
  }
  return mix(pow(sum * 1.5, vec3(1.15)) * 1.15, studio(m * reflect(d, bn)), fre);
}
void main() {
  vec2 uv = centred();
  float a = 0.5 + h11(S) * 2.0;
  vec3 ro = vec3(4.0 * sin(a), 2.6, 4.0 * cos(a)), ta = vec3(0, -0.18, 0);
  vec3 f = normalize(ta - ro), r = normalize(cross(f, vec3(0, 1, 0))), u = cross(r, f);
  vec3 rd = normalize(f * 3.3 + uv.x * r + uv.y * u);
  float t; vec3 n, lp; mat3 m;
  int i = nearest(ro, rd, -1, t, n, lp, m);
  vec3 col;
  if (i >= 0) {
    col = metal() ? brass(i, lp, rd, m * n == vec3(0) ? n : n, m, ro + rd * t) : glass(i, lp, rd, n, m);
  } else {
    float g = (-0.95 - ro.y) / rd.y; col = backdrop(vec3(uv * 0.33, 0));
    if (g > 0.0) {
      vec3 p = ro + rd * g, rr = reflect(rd, normalize(vec3(0.03 * (noise(p.xz * 30.0) - 0.5), 1, 0.03 * (noise(p.xz * 30.0 + 7.0) - 0.5))));
      float tt; vec3 nn, ll; mat3 mm; int j = nearest(p, rr, -1, tt, nn, ll, mm);
      vec3 refl = j >= 0 ? (metal() ? brass(j, ll, rr, nn, mm, p + rr * tt) : exp(-zone(ll, C[2 * j].w, j)) * 0.4) : studio(rr) * 0.12;
      float d2 = dot(p.xz, p.xz);
      vec3 glow = metal() ? vec3(0.05, 0.035, 0.015) : vec3(0.03, 0.08, 0.07);
      col = (vec3(0.018) + glow * exp(-d2 * 0.4)) * (1.0 - 0.75 * exp(-d2 * 0.9)) * exp(-d2 * 0.05) + refl * (metal() ? 0.2 : 0.06) * exp(-d2 * 0.3);
    }
  }
  emit(col * 1.2 * (1.0 - 0.1 * dot(uv, uv)));
}
