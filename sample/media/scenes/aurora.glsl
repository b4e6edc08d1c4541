// Curtains of light, marched through; stars behind, a lake and a ridge below.
float tri(float x) { return abs(fract(x) - 0.5); }
vec2 tri2(vec2 p) { return vec2(tri(p.x) + tri(p.y * 2.0), tri(p.y + tri(p.x))); }
float curtain(vec2 p, float t) {
  float z = 1.8, z2 = 2.5, s = 0.0; p = rot(p.x * 0.06) * p; vec2 b = p;
  for (int i = 0; i < 5; i++) {
    vec2 d = tri2(b * 1.85) * 0.75; d = rot(t) * d; p -= d / z2;
    b *= 1.3; z2 *= 0.45; z *= 0.42; p *= 1.21 + (s - 1.0) * 0.02;
    s += tri(p.x + tri(p.y)) * z; p = -(mat2(0.95534, 0.29552, -0.29552, 0.95534) * p);
  }
  return clamp(1.0 / pow(s * 29.0, 1.3), 0.0, 0.55);
}
vec3 aurora(vec3 d) {
  vec4 sum = vec4(0), avg = vec4(0); float t = 0.35 * S + 0.55 * sin(TAU * PH) * 0.5;
  float jit = 0.006 * h12(gl_FragCoord.xy); int k = int(K);
  for (int i = 0; i < 46; i++) {
    float f = float(i), pt = (0.8 + pow(f, 1.4) * 0.0022) / (d.y * 2.0 + 0.4) - jit * smoothstep(0.0, 15.0, f);
    vec2 p = (pt * d).zx + vec2(S * 3.1, S * 1.7);
    float r = curtain(p, t);
    vec3 hue = k == 1 ? mix(vec3(0.32, 0.15, 0.95), vec3(0.95, 0.15, 0.60), f / 46.0) : 0.5 + 0.5 * sin(vec3(1.15, -1.5, 1.2) * -1.0 + vec3(2.15, -0.5, 1.2) * -0.0 + f * 0.043 + vec3(1.0 - 2.15, 1.0 + 0.5, 1.0 - 1.2));
    if (k != 1) hue = mix(vec3(0.10, 1.0, 0.48), vec3(0.55, 0.18, 0.95), smoothstep(8.0, 40.0, f));
    avg = mix(avg, vec4(hue * r, r), 0.5);
    sum += avg * exp2(-f * 0.065 - 2.5) * smoothstep(0.0, 5.0, f);
  }
  return sum.rgb * clamp(d.y * 15.0 + 0.4, 0.0, 1.0) * 2.5;
}
vec3 sky(vec3 d, bool sharp) {
  vec3 c = mix(vec3(0.018, 0.045, 0.070), vec3(0.004, 0.007, 0.020), smoothstep(0.0, 0.6, d.y));
  if (int(K) == 1) c = mix(vec3(0.050, 0.032, 0.075), vec3(0.007, 0.006, 0.022), smoothstep(0.0, 0.7, d.y));
  vec2 q = d.xy / (1.0 + d.z);
  if (sharp) c += stars(q + 3.0, 230.0, 0.22) * 0.5 + stars(q + 7.0, 120.0, 0.12) * vec3(0.85, 0.92, 1.0);
  if (d.y > 0.0) { vec3 a = aurora(d); c += 0.34 * pow(a, vec3(1.35)); }
  return c;
}
float ridgeLine(float x) { return 0.030 + 0.20 * (ridge(vec2(x * 1.3 + S, 3.0), 7) - 0.16); }
void main() {
  vec2 uv = (2.0 * gl_FragCoord.xy - R) / R.y * (R.y > R.x ? 0.95 : 0.9);
  vec3 d = normalize(vec3(uv.x, uv.y + (R.y > R.x ? 0.62 : 0.46), 1.35)); vec3 c;
  float az = atan(d.x, d.z), line = ridgeLine(az * 1.4), el = d.y;
  if (el > -0.004) {
    c = sky(d, true);
    vec3 land = vec3(0.003, 0.005, 0.008) + 0.03 * vec3(0.10, 0.32, 0.22) * smoothstep(0.4, 0.7, fbm(vec2(az * 20.0, el * 40.0), 5)) * smoothstep(line - 0.07, line, el);
    float tn = 0.012 * pow(abs(sin(az * 90.0 + 3.0 * noise(vec2(az * 20.0, 2.0)))), 3.0) * noise(vec2(az * 36.0, 7.0));
    c = mix(c, land, smoothstep(0.0015, -0.0015, el - line - tn));
  } else {
    float dist = -d.y; vec3 r = d; r.y = -d.y;
    vec2 p = d.xz / dist; r.x += 0.022 * (noise(p * vec2(3.0, 9.0) + T * 0.6) - 0.5); r.y = abs(r.y + 0.10 * dist * (noise(p * vec2(4.0, 14.0) + 5.0 + T * 0.6) - 0.5) + 0.006);
    r = normalize(r);
    float l2 = ridgeLine(atan(r.x, r.z) * 1.4);
    c = r.y < l2 ? vec3(0.004, 0.007, 0.010) : sky(r, false) * 0.62;
    c = mix(c, vec3(0.004, 0.012, 0.016), smoothstep(0.1, 0.55, dist));
    c += vec3(0.01, 0.02, 0.02) * exp(-dist * 60.0);
  }
  emit(c * 1.75);
}
