// Hopper crystals of bismuth: stairs going down into every face, under a film of oxide.
float stair(vec2 p, float h, float seed) {
  vec2 a = abs(p);
  float m = max(a.x, a.y), k = 7.0 + floor(3.0 * h11(seed));
  float turn = atan(p.y, p.x) / TAU;
  float lvl = floor((m / h + 0.10 * turn) * k) / k;
  return mix(0.62, 0.0, smoothstep(0.0, 1.0, lvl)) * h * step(0.12, lvl) + 0.62 * h * (1.0 - step(0.12, lvl));
}
float hopper(vec3 p, float h, float seed) {
  vec3 a = abs(p);
  float outer = max(a.x, max(a.y, a.z)) - h;
  if (outer > 0.08) return outer;
  float depth; vec2 q;
  if (a.y >= a.x && a.y >= a.z) { q = p.xz; depth = h - a.y; }
  else if (a.x >= a.z) { q = p.yz; depth = h - a.x; }
  else { q = p.xy; depth = h - a.z; }
  float cut = stair(q, h, seed) - depth;
  return max(outer, min(cut, 0.05));
}
vec4 part(int i) {
  float f = float(i);
  vec2 s = vec2(h11(S + f * 3.1), h11(S + f * 5.7 + 2.0));
  float ring = i == 0 ? 0.0 : 0.55 + 0.75 * s.x, ang = f * 2.399 + s.y;
  return vec4(ring * cos(ang) * 1.05, 0.32 * s.y - 0.3 * ring, ring * sin(ang) * 0.95, i == 0 ? 0.62 : 0.2 + 0.26 * s.x);
}
float map(vec3 p, out float id) {
  float best = 1e9; id = 0.0;
  for (int i = 0; i < 11; i++) {
    vec4 c = part(i); vec3 q = p - c.xyz;
    float bound = length(q) - c.w * 1.8;
    if (bound > best) continue;
    q.xz = rot(0.35 * h11(float(i) + S) + (h11(float(i)) > 0.6 ? 0.8 : 0.0)) * q.xz; q.xy = rot(0.22 * (h11(float(i) + 9.0) - 0.5)) * q.xy;
    float d = bound > 0.25 ? bound : hopper(q, c.w, float(i) + S);
    if (d < best) { best = d; id = float(i); }
  }
  return best;
}
vec3 normalAt(vec3 p) {
  vec2 e = vec2(0.0016, 0); float x;
  return normalize(vec3(map(p + e.xyy, x) - map(p - e.xyy, x), map(p + e.yxy, x) - map(p - e.yxy, x), map(p + e.yyx, x) - map(p - e.yyx, x)));
}
float march(vec3 ro, vec3 rd, float far, int steps, out float id) {
  float t = 0.01; id = -1.0;
  for (int i = 0; i < 150; i++) { if (i >= steps) break; float d = map(ro + rd * t, id); if (d < 0.0009) return t; t += d * 0.72; if (t > far) break; }
  return -1.0;
}
vec3 studio(vec3 d) {
  vec3 c = mix(vec3(0.02), vec3(0.22, 0.23, 0.27), smoothstep(-0.4, 1.0, d.y));
  c += vec3(1.0, 0.95, 0.9) * 2.6 * smoothstep(0.6, 0.9, dot(d, normalize(vec3(-0.6, 0.7, 0.4))));
  c += vec3(0.85, 0.92, 1.0) * 1.9 * smoothstep(0.7, 0.93, dot(d, normalize(vec3(0.9, 0.35, 0.1))));
  c += 1.4 * smoothstep(0.8, 0.97, dot(d, normalize(vec3(0.0, 0.2, -1.0))));
  return c;
}
vec3 oxide(vec3 p, vec3 n, vec3 rd, float id) {
  float c = max(-dot(n, rd), 0.0);
  float th = 0.42 + 0.55 * h11(id + S) + 0.5 * fbm3(p * 1.9 + S, 3) + 0.16 * p.y + 0.12 * dot(abs(n), vec3(0.2, 0.6, 1.0)) + 0.22 * sin(TAU * PH + id);
  vec3 f = film(th, c);
  return mix(vec3(0.62, 0.58, 0.6), f * vec3(1.1, 0.95, 1.05), 0.86);
}
void main() {
  vec2 uv = centred();
  float a = 0.7 + h11(S) + 0.22 * sin(TAU * PH);
  vec3 ro = vec3(3.7 * sin(a), 2.7, 3.7 * cos(a)), ta = vec3(0, -0.14, 0);
  vec3 f = normalize(ta - ro), r = normalize(cross(f, vec3(0, 1, 0))), u = cross(r, f);
  vec3 rd = normalize(f * 3.4 + uv.x * r + uv.y * u);
  float id, t = march(ro, rd, 9.0, 150, id);
  vec3 col = vec3(0.012, 0.012, 0.016) + vec3(0.035, 0.03, 0.05) * exp(-dot(uv, uv) * 0.9);
  if (t > 0.0) {
    vec3 p = ro + rd * t, n = normalAt(p);
    vec3 bn = normalize(n + 0.05 * (vec3(noise3(p * 40.0), noise3(p * 40.0 + 7.0), noise3(p * 40.0 + 13.0)) - 0.5));
    vec3 rr = reflect(rd, bn); float j, s = march(p + n * 0.004, rr, 2.0, 40, j);
    vec3 env = studio(rr);
    if (s > 0.0) { vec3 q = p + rr * s; env = oxide(q, normalAt(q), rr, j) * studio(reflect(rr, normalAt(q))) * 0.7; }
    float ao = 0.0, x; for (int k = 1; k < 6; k++) { float h = 0.035 * float(k); ao += max(h - map(p + n * h, x), 0.0) / h; }
    col = oxide(p, bn, rd, id) * (env + 0.08) * (1.0 - 0.16 * ao) * 1.25;
  }
  emit(col);
}
