// Mountains: an eroded height field under low sun, with air between the ridges.
float noised(vec2 p, out vec2 g) {
  vec2 i = floor(p), f = fract(p), u = f * f * f * (f * (f * 6.0 - 15.0) + 10.0), du = 30.0 * f * f * (f * (f - 2.0) + 1.0);
  float a = h12(i), b = h12(i + vec2(1, 0)), c = h12(i + vec2(0, 1)), d = h12(i + vec2(1, 1));
  g = du * (vec2(b - a, c - a) + (a - b - c + d) * u.yx);
  return a + (b - a) * u.x + (c - a) * u.y + (a - b - c + d) * u.x * u.y;
}
float height(vec2 p, int oct) {
  vec2 q = p * 0.42 + S * 13.7, slope = vec2(0); float a = 1.0, s = 0.0;
  for (int i = 0; i < 13; i++) {
    if (i >= oct) break;
    vec2 g; float n = noised(q, g); slope += g;
    s += a * n / (1.0 + dot(slope, slope) * 0.9); a *= 0.5; q = mat2(1.6, -1.2, 1.2, 1.6) * q;
  }
  float mass = smoothstep(1.5, 9.0, p.y) * 1.5 + 0.30;
  if (int(K) == 2) mass *= 1.0 + 2.1 * exp(-dot(p - vec2(0.3, 9.0), p - vec2(0.3, 9.0)) * 0.10);
  return s * mass * 1.45 - 0.45;
}
vec3 sunDir() { int k = int(K); return k == 0 ? normalize(vec3(-0.80, 0.26, -0.12)) : k == 1 ? normalize(vec3(0.85, 0.16, -0.1)) : normalize(vec3(-0.8, 0.30, 0.05)); }
vec3 sunCol() { int k = int(K); return k == 0 ? vec3(1.0, 0.66, 0.38) : k == 1 ? vec3(1.0, 0.40, 0.26) : vec3(1.0, 0.78, 0.56); }
vec3 sky(vec3 d) {
  int k = int(K); float y = max(d.y, 0.0), s = max(dot(d, sunDir()), 0.0);
  vec3 top = k == 1 ? vec3(0.10, 0.13, 0.32) : k == 0 ? vec3(0.16, 0.30, 0.58) : vec3(0.12, 0.30, 0.60);
  vec3 low = k == 1 ? vec3(0.86, 0.46, 0.46) : k == 0 ? vec3(0.98, 0.74, 0.52) : vec3(0.75, 0.82, 0.88);
  vec3 c = mix(low, top, pow(smoothstep(0.0, 0.55, y), 0.62));
  c += sunCol() * (0.75 * pow(s, 9.0) + 1.4 * pow(s, 300.0));
  vec2 q = d.xz / (d.y + 0.10);
  float cl = fbm(q * vec2(0.55, 1.25) + S * 3.0, 7);
  float m = smoothstep(0.50, 0.78, cl) * smoothstep(0.02, 0.16, d.y);
  vec3 cc = mix(mix(low, vec3(1.0), 0.4), sunCol() * 1.25, 0.55) * (0.75 + 0.6 * pow(s, 3.0)) * mix(0.72, 1.1, smoothstep(0.5, 0.9, cl));
  return mix(c, cc, m * 0.78);
}
float march(vec3 ro, vec3 rd, float far, out bool hit) {
  float t = 0.15; hit = false;
  for (int i = 0; i < 230; i++) {
    vec3 p = ro + rd * t; float h = p.y - height(p.xz, 8);
    if (h < 0.0012 * t) { hit = true; break; }
    t += 0.34 * h + 0.002 * t; if (t > far) break;
  }
  return t;
}
void main() {
  vec2 uv = (2.0 * gl_FragCoord.xy - R) / R.y * (R.y > R.x ? 1.35 : 1.0); int k = int(K);
  vec3 ro = vec3(0.0, k == 2 ? 0.95 : 0.92, -0.6), rd = normalize(vec3(uv.x, uv.y + (k == 2 ? 0.30 : 0.12), 2.1));
  bool hit; float t = march(ro, rd, 34.0, hit); vec3 col = sky(rd), sun = sunDir();
  float water = 0.18, tw = rd.y < 0.0 ? (water - ro.y) / rd.y : 1e9; bool lake = k == 0 && tw < t;
  vec3 dir = rd, org = ro; float fres = 1.0;
  if (lake) {
    vec3 wp = ro + rd * tw; float rip = 0.006 + 0.006 * noise(wp.xz * 3.0);
    vec3 n = normalize(vec3(rip * (noise(wp.xz * vec2(18, 60)) - 0.5), 0.06, rip * (noise(wp.xz * vec2(18, 60) + 9.0) - 0.5)));
    dir = reflect(rd, n); org = wp; fres = 0.25 + 0.7 * pow(1.0 - max(-rd.y, 0.0), 3.0);
    t = march(org, dir, 34.0, hit); col = sky(dir);
  }
  if (hit) {
    vec3 p = org + dir * t; float e = 0.0011 * t + 0.0012;
    vec3 n = normalize(vec3(height(p.xz - vec2(e, 0), 12) - height(p.xz + vec2(e, 0), 12), 2.0 * e, height(p.xz - vec2(0, e), 12) - height(p.xz + vec2(0, e), 12)));
    float sh = 1.0, st = 0.03;
    for (int i = 0; i < 46; i++) { vec3 q = p + sun * st; float h = q.y - height(q.xz, 7); sh = min(sh, 14.0 * h / st); if (h < -0.02) { sh = 0.0; break; } st += max(0.03, h * 0.55); if (st > 9.0) break; }
    sh = clamp(sh, 0.0, 1.0);
    float dif = max(dot(n, sun), 0.0) * sh, amb = 0.5 + 0.5 * n.y, bounce = max(dot(n, normalize(vec3(-sun.x, 0, -sun.z))), 0.0);
    vec3 rockA = mix(vec3(0.13, 0.115, 0.11), vec3(0.27, 0.23, 0.20), fbm(p.xz * 6.0 + p.y * 9.0, 5));
    rockA *= 0.75 + 0.45 * noise(vec2(p.y * 46.0, p.x * 3.0));
    float snow = smoothstep(0.60, 0.78, n.y + 0.20 * (fbm(p.xz * 7.0, 4) - 0.5) + 0.12 * (p.y - 0.75)) * smoothstep(0.42, 0.80, p.y + 0.25 * (fbm(p.xz * 2.0, 3) - 0.5));
    vec3 grass = mix(vec3(0.045, 0.06, 0.022), vec3(0.12, 0.105, 0.035), fbm(p.xz * 9.0, 4));
    vec3 base = mix(rockA, grass, smoothstep(0.72, 0.9, n.y) * smoothstep(0.65, 0.25, p.y));
    base = mix(base, vec3(0.86, 0.89, 0.95), snow);
    vec3 skyAmb = k == 1 ? vec3(0.20, 0.22, 0.40) : vec3(0.22, 0.32, 0.48);
    vec3 l = sunCol() * dif * 3.3 + skyAmb * amb * 0.85 + sunCol() * bounce * 0.10;
    vec3 land = base * l;
    float fog = 1.0 - exp(-pow(t * (k == 0 ? 0.042 : 0.055), 1.7)); fog *= exp(-max(p.y - 0.25, 0.0) * 0.75);
    vec3 air = mix(skyAmb * 1.7, sunCol() * 0.95, 0.25 + 0.6 * pow(max(dot(dir, sun), 0.0), 3.0));
    col = mix(land, air, clamp(fog, 0.0, 1.0));
    float mist = exp(-abs(p.y - 0.30) * 9.0) * smoothstep(2.0, 9.0, t) * fbm(p.xz * 0.8 + S, 4);
    col = mix(col, air * 1.08, clamp(mist * 0.8, 0.0, 0.8));
  }
  if (lake) col = mix(vec3(0.012, 0.03, 0.045), col, fres) * 0.92;
  emit(pow(col, vec3(1.22)) * 1.1);
}
