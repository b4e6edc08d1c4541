// Open water under a low sun or a moon: sharp-crested waves, a road of light, banked clouds.
float wave(vec2 p, float t) {
  float a = 0.5, s = 0.0, fq = 0.32;
  for (int i = 0; i < 7; i++) {
    vec2 w = p * fq; w += vec2(0.6, 1.0) * t * (0.55 + 0.14 * float(i)) * (i % 2 == 0 ? 1.0 : -0.8);
    w += noise(w * 0.8 + 3.0) * 0.9;
    vec2 c = abs(sin(w)), q = mix(1.0 - c, abs(cos(w)), 1.0 - c);
    s += a * pow(1.0 - pow(q.x * q.y, 0.65), 3.2); a *= 0.36; fq *= 1.92; p = rot(0.85) * p + 5.0 * S;
  }
  return s;
}
bool moon() { return int(K) == 1; }
vec3 lightDir() { return moon() ? normalize(vec3(0.12, 0.52, 1.0)) : normalize(vec3(-0.22, 0.105, 1.0)); }
vec3 sky(vec3 d, bool sharp) {
  float y = max(d.y, 0.0); vec3 l = lightDir(); float s = max(dot(d, l), 0.0);
  vec2 q = d.xz / (d.y + 0.11);
  float cl = fbm(q * vec2(0.42, 1.5) + S * 4.0 + vec2(0.02 * T, 0.0), 7);
  if (moon()) {
    vec3 c = mix(vec3(0.06, 0.11, 0.20), vec3(0.008, 0.018, 0.05), smoothstep(0.0, 0.7, y));
    c += vec3(0.55, 0.68, 0.9) * (0.34 * pow(s, 22.0) + 0.25 * pow(s, 260.0));
    float disc = smoothstep(0.99885, 0.99905, s);
    vec2 mp = (d.xy - l.xy) * 60.0;
    if (sharp) c += disc * vec3(1.35, 1.32, 1.2) * (0.75 + 0.45 * smoothstep(0.35, 0.65, fbm(mp * 0.9, 4)));
    if (sharp) c += (stars(d.xy * 1.2, 110.0, 0.22) * 0.8 + stars(d.xy + 5.0, 210.0, 0.2) * 0.4) * (1.0 - disc) * smoothstep(0.02, 0.2, y);
    vec3 cc = vec3(0.10, 0.14, 0.22) + vec3(0.55, 0.65, 0.8) * 0.45 * pow(s, 12.0);
    return mix(c, cc, 0.8 * smoothstep(0.50, 0.76, cl) * smoothstep(0.01, 0.10, y) * (1.0 - 0.8 * disc));
  }
  vec3 c = mix(vec3(1.0, 0.45, 0.20), vec3(0.55, 0.25, 0.38), smoothstep(0.0, 0.16, y)); c = mix(c, vec3(0.11, 0.13, 0.33), smoothstep(0.10, 0.55, y));
  c += vec3(1.0, 0.62, 0.25) * (0.75 * pow(s, 16.0) + 0.6 * pow(s, 120.0));
  if (sharp) c += vec3(2.6, 1.9, 1.0) * smoothstep(0.99915, 0.9994, s);
  float m = smoothstep(0.46, 0.74, cl) * smoothstep(0.0, 0.07, y);
  float thick = smoothstep(0.5, 0.8, cl);
  vec3 cc = mix(vec3(1.25, 0.55, 0.22), vec3(0.30, 0.13, 0.22), thick * (1.0 - 0.6 * pow(s, 6.0))); cc = mix(cc, vec3(0.22, 0.15, 0.30), smoothstep(0.15, 0.6, y));
  return mix(c, cc, m * 0.85);
}
void main() {
  vec2 uv = (2.0 * gl_FragCoord.xy - R) / R.y * (R.y > R.x ? 1.15 : 1.0);
  vec3 ro = vec3(0.0, 1.9, 0.0), rd = normalize(vec3(uv.x, uv.y + (moon() ? 0.34 : -0.06), 1.75)), l = lightDir();
  vec3 col = sky(rd, true);
  if (rd.y < -0.002) {
    float t = (0.55 - ro.y) / rd.y, t1 = (-0.35 - ro.y) / rd.y;
    for (int i = 0; i < 26; i++) { vec3 p = ro + rd * t; float h = p.y - (wave(p.xz, T) * 0.62 - 0.2); if (h < 0.003 * t) break; t += h * 0.75; if (t > t1) { t = t1; break; } }
    vec3 p = ro + rd * t; float e = 0.004 + 0.0022 * t;
    float h0 = wave(p.xz, T), hx = wave(p.xz + vec2(e, 0), T), hz = wave(p.xz + vec2(0, e), T);
    float flat_ = 1.0 / (1.0 + t * t * 0.0022);
    vec3 n = normalize(vec3((h0 - hx) * 0.62 * flat_, e, (h0 - hz) * 0.62 * flat_));
    vec3 r = reflect(rd, n); r.y = abs(r.y) + 0.01; r = normalize(r);
    float f = 0.03 + 0.97 * pow(1.0 - max(-dot(n, rd), 0.0), 5.0);
    vec3 deep = moon() ? vec3(0.004, 0.012, 0.022) : vec3(0.020, 0.045, 0.07);
    vec3 scatter = moon() ? vec3(0.015, 0.05, 0.06) : vec3(0.10, 0.16, 0.13);
    col = mix(deep + scatter * pow(h0, 2.0) * 0.8 * (0.4 + 0.6 * pow(max(dot(rd, l), 0.0), 2.0)), sky(r, false), f);
    float g = max(dot(r, l), 0.0);
    col += (moon() ? vec3(0.9, 0.98, 1.1) : vec3(1.3, 0.75, 0.32)) * (1.1 * pow(g, 260.0) * 2.0 + 0.5 * pow(g, 40.0) * (moon() ? 0.5 : 0.6));
    float foam = smoothstep(0.80, 1.02, h0) * smoothstep(0.4, 0.8, fbm(p.xz * 5.0 + T, 4)) * exp(-t * 0.12); col = mix(col, moon() ? vec3(0.25, 0.3, 0.36) : vec3(0.9, 0.72, 0.62), foam * 0.45);
    col = mix(col, sky(normalize(vec3(rd.x, 0.012, rd.z)), false), 1.0 - exp(-pow(t * 0.011, 1.7)));
  }
  emit(pow(col, vec3(moon() ? 1.35 : 1.6)) * 1.1);
}
