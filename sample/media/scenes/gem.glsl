// Cut stones, traced: refraction with dispersion, total reflection and the stone's own colour.
uniform vec4 P[96];
uniform int N;

vec3 absorption() {
  int k = int(K);
  if (k == 0) return vec3(2.3, 1.25, 0.16);
  if (k == 1) return vec3(2.1, 0.22, 1.25);
  if (k == 2) return vec3(0.14, 2.5, 1.7);
  if (k == 3) return vec3(0.08, 0.55, 2.3);
  if (k == 4) return vec3(0.85, 1.9, 0.22);
  if (k == 5) return vec3(0.05, 0.035, 0.02);
  if (k == 6) return vec3(1.05, 0.28, 0.2);
  if (k == 7) return vec3(0.3, 1.0, 0.9);
  return vec3(0.15) + 2.2 * hsl(h11(S), 0.95, 0.5);
}
vec3 absorbAt(vec3 p) {
  if (int(K) != 7) return absorption();
  return 0.62 * mix(vec3(0.10, 1.35, 0.70), vec3(1.30, 0.14, 0.85), smoothstep(-0.35, 0.5, p.z + 0.12 * sin(p.x * 5.0)));
}
float box(vec2 p, vec2 c, vec2 h, float s) { vec2 d = abs(p - c) - h; return smoothstep(s, -s, max(d.x, d.y)); }

// The studio: soft boxes above and at the sides, a few pin lights for sparkle.
vec3 studio(vec3 d) {
  vec3 c = vec3(0.012, 0.014, 0.02) + vec3(0.05, 0.055, 0.07) * smoothstep(-0.4, 1.0, d.y);
  float az = atan(d.x, d.z), el = asin(clamp(d.y, -1.0, 1.0));
  c += vec3(1.0, 0.97, 0.92) * 3.4 * box(vec2(az, el), vec2(-0.75, 0.85), vec2(0.46, 0.24), 0.1);
  c += vec3(0.85, 0.93, 1.0) * 2.3 * box(vec2(az, el), vec2(1.25, 0.62), vec2(0.22, 0.42), 0.1);
  c += vec3(1.0, 0.95, 0.9) * 2.2 * smoothstep(0.90, 0.965, d.y);
  c += vec3(0.9, 0.95, 1.0) * 1.7 * box(vec2(az, el), vec2(2.9, 0.5), vec2(0.3, 0.3), 0.12);
  c += vec3(1.0, 0.9, 0.8) * 1.3 * box(vec2(az, el), vec2(-2.3, 0.36), vec2(0.16, 0.5), 0.08);
  for (int i = 0; i < 9; i++) {
    float f = float(i);
    vec3 l = normalize(vec3(h11(f + 1.0) - 0.5, 0.25 + 0.8 * h11(f + 9.0), h11(f + 21.0) - 0.5));
    c += 14.0 * smoothstep(0.9955, 0.9985, dot(d, l));
  }
  return c;
}
vec3 backdrop(vec3 ro, vec3 rd) {
  vec3 tint = exp(-absorption() * 1.1);
  vec2 q = rd.xy * 2.2;
  vec3 c = mix(vec3(0.004, 0.005, 0.008), 0.035 * tint + 0.006, exp(-dot(q - vec2(0.2, 0.5), q - vec2(0.2, 0.5)) * 0.6));
  for (int i = 0; i < 16; i++) {
    float f = float(i) + S * 7.0;
    vec2 o = (vec2(h11(f), h11(f + 40.0)) - vec2(0.5, 0.2)) * vec2(4.4, 2.6);
    float r = 0.10 + 0.18 * h11(f + 80.0), d = length(q - o);
    float disc = smoothstep(r, r - 0.03, d) * (0.55 + 0.45 * smoothstep(r * 0.6, r, d));
    vec3 hue = mix(vec3(1.0, 0.8, 0.55), mix(tint, vec3(0.6, 0.8, 1.0), 0.4), h11(f + 11.0));
    c += hue * disc * 0.05 * h11(f + 5.0);
  }
  return c;
}
bool enter(vec3 ro, vec3 rd, out float t, out vec3 n) {
  float near = -1e9, far = 1e9; n = vec3(0, 1, 0);
  for (int i = 0; i < 96; i++) {
    if (i >= N) break;
    float dn = dot(rd, P[i].xyz), k = P[i].w - dot(ro, P[i].xyz);
    if (dn < -1e-6) { float tt = k / dn; if (tt > near) { near = tt; n = P[i].xyz; } }
    else if (dn > 1e-6) far = min(far, k / dn);
    else if (k < 0.0) return false;
  }
  t = near; return near < far && near > 0.0;
}
float leave(vec3 ro, vec3 rd, out vec3 n) {
  float far = 1e9; n = vec3(0, 1, 0);
  for (int i = 0; i < 96; i++) {
    if (i >= N) break;
    float dn = dot(rd, P[i].xyz);
    if (dn > 1e-6) { float tt = (P[i].w - dot(ro, P[i].xyz)) / dn; if (tt < far) { far = tt; n = P[i].xyz; } }
  }
  return max(far, 0.0);
}
float schlick(float c, float ior) { float r = (ior - 1.0) / (ior + 1.0); r *= r; return r + (1.0 - r) * pow(1.0 - c, 5.0); }

mat3 pose; mat3 back;
// One path for all colours, which separate where it leaves the stone.
vec3 inside(vec3 p, vec3 rd, vec3 n, float ior, float disp) {
  vec3 d = refract(rd, n, 1.0 / ior), w = vec3(1), sum = vec3(0);
  for (int b = 0; b < 8; b++) {
    vec3 m; float t = leave(p, d, m);
    vec3 q = p + d * t;
    w *= exp(-absorbAt(mix(p, q, 0.5)) * t * 0.62);
    vec3 o = refract(d, -m, ior);
    if (dot(o, o) > 0.5) {
      float fr = schlick(dot(o, m), ior);
      vec3 lo = refract(d, -m, ior - disp), hi = refract(d, -m, ior + disp);
      vec3 seen = studio(back * o);
      if (dot(lo, lo) > 0.5) seen.r = studio(back * lo).r;
      seen.b = dot(hi, hi) > 0.5 ? studio(back * hi).b : 0.0;
      sum += w * (1.0 - fr) * seen;
      w *= fr;
      if (max(w.r, max(w.g, w.b)) < 0.03) break;
    }
    p = q - m * 1e-4; d = reflect(d, m);
  }
  return sum + w * 0.06;
}
vec3 stone(vec3 p, vec3 rd, vec3 n) {
  float ior = int(K) == 5 ? 2.25 : 1.78, disp = int(K) == 5 ? 0.10 : 0.034;
  vec3 c = inside(p, rd, n, ior, disp);
  float fr = schlick(-dot(rd, n), ior);
  return c * (1.0 - fr) * 1.75 + fr * studio(back * reflect(rd, n)) * (dot(n, vec3(0, 1, 0)) > 0.99 ? 0.08 : 0.55);
}
mat3 euler(vec3 a) {
  float cx = cos(a.x), sx = sin(a.x), cy = cos(a.y), sy = sin(a.y), cz = cos(a.z), sz = sin(a.z);
  return mat3(cy, 0, -sy, 0, 1, 0, sy, 0, cy) * mat3(1, 0, 0, 0, cx, sx, 0, -sx, cx) * mat3(cz, sz, 0, -sz, cz, 0, 0, 0, 1);
}
bool gemAt(vec3 ro, vec3 rd, vec3 c, float s, mat3 m, out float t, out vec3 n, out vec3 lp, out vec3 ld) {
  lp = transpose(m) * (ro - c) / s; ld = transpose(m) * rd;
  bool hit = enter(lp, ld, t, n);
  if (hit) lp += ld * t;
  t *= s;
  return hit;
}
void spot(int i, out vec3 c, out float s, out mat3 m) {
  bool three = int(K) == 5;
  float spin = PH * TAU / 8.0 + h11(S + float(i)) * 3.0, f = float(i);
  if (!three) { c = vec3(0, 0.02, 0); s = 1.0; m = euler(vec3(1.02 + 0.16 * (h11(S + 3.0) - 0.5), 0.5 * (h11(S + 4.0) - 0.5), 0.0)) * euler(vec3(0, spin, 0)); return; }
  c = i == 0 ? vec3(0, -0.02, 0.25) : i == 1 ? vec3(-1.62, -0.26, -0.7) : vec3(1.58, -0.3, -0.45);
  s = i == 0 ? 1.0 : 0.74 - 0.06 * f;
  m = i == 0 ? euler(vec3(0.98, -0.12, 0.0)) : i == 1 ? euler(vec3(0.55, 0.5, 0.5)) : euler(vec3(1.25, -0.55, -0.4));
  m = m * euler(vec3(0, spin, 0));
}
vec3 trace(vec3 ro, vec3 rd, int depth, out bool any) {
  int count = int(K) == 5 ? 3 : 1; any = false;
  float best = 1e9; vec3 col = vec3(0); vec3 bn, bp, bd; mat3 bm;
  for (int i = 0; i < 3; i++) {
    if (i >= count) break;
    vec3 c, n, lp, ld; float s, t; mat3 m; spot(i, c, s, m);
    if (gemAt(ro, rd, c, s, m, t, n, lp, ld) && t < best) { best = t; bn = n; bp = lp; bd = ld; bm = m; any = true; }
  }
  if (any) { back = bm; col = stone(bp, bd, bn); }
  return col;
}
void main() {
  vec2 uv = centred();
  vec3 ro = vec3(0, 1.0, 4.6), target = vec3(0, -0.1, 0);
  vec3 f = normalize(target - ro), r = normalize(cross(f, vec3(0, 1, 0))), u = cross(r, f);
  float zoom = (int(K) == 5 ? 2.5 : 3.45) * mix(1.0, 0.86, step(1.4, R.y / R.x));
  vec3 rd = normalize(f * zoom + uv.x * r + uv.y * u);
  bool any; vec3 col = trace(ro, rd, 0, any);
  if (!any) {
    float ground = -1.08, t = (ground - ro.y) / rd.y;
    col = backdrop(ro, rd);
    if (t > 0.0) {
      vec3 p = ro + rd * t; bool hit;
      vec3 tint = exp(-absorption() * 0.9);
      float fall = exp(-dot(p.xz, p.xz) * 0.33);
      vec2 w = p.xz + 0.25 * vec2(fbm(p.xz * 1.7 + S, 4), fbm(p.xz * 1.7 + 9.0, 4));
      float caustic = pow(1.0 - abs(2.0 * fbm(w * 1.5 + S, 3) - 1.0), 9.0) + 0.6 * pow(1.0 - abs(2.0 * fbm(w * 2.6, 3) - 0.95), 12.0);
      vec3 floorCol = vec3(0.012) + 0.05 * exp(-dot(p.xz, p.xz) * 0.12) + tint * fall * (0.10 + 1.5 * caustic * exp(-dot(p.xz - vec2(0.1, 0.5), p.xz - vec2(0.1, 0.5)) * 0.9));
      floorCol *= 1.0 - 0.82 * exp(-dot(p.xz, p.xz) * 2.2);
      vec3 rr = reflect(rd, normalize(vec3(0.02 * (noise(p.xz * 22.0) - 0.5), 1, 0.02 * (noise(p.xz * 22.0 + 5.0) - 0.5))));
      vec3 mirror = trace(p, rr, 1, hit);
      float fr = 0.09 + 0.5 * pow(1.0 - max(-rd.y, 0.0), 4.0);
      float far = exp(-t * t * 0.006);
      vec3 g = floorCol + fr * (hit ? mirror : 0.4 * backdrop(p, rr));
      col = mix(col, g, smoothstep(0.0, 0.25, -rd.y) * far);
    }
  }
  emit(col * 1.12);
}
