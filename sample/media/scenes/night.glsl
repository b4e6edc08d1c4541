// The Milky Way: star clouds, dust lanes, and a land in silhouette.
float band(vec2 p) { return p.x * 0.80 + p.y * -0.60; }
vec3 galaxy(vec2 uv) {
  vec2 p = rot(int(K) == 0 ? -1.18 : -0.62) * (uv - (int(K) == 0 ? vec2(0.02, 0.0) : vec2(0.0, 0.28)));
  vec2 w = p + 0.20 * (vec2(fbm(p * 2.2 + S, 5), fbm(p * 2.2 + 6.0 + S, 5)) - 0.5);
  float core = exp(-pow(w.y / 0.30, 2.0)), bulge = exp(-dot(w * vec2(1.1, 2.4) - vec2(-0.35, 0.0), w * vec2(1.1, 2.4) - vec2(-0.35, 0.0)) * 1.8);
  float cloud = fbm(w * 4.2 + S * 2.0, 7), dust = ridge(w * vec2(1.5, 3.2) + S, 7), fine = fbm(w * 11.0 + 4.0, 6);
  float lane = smoothstep(0.30, 0.62, dust * (0.55 + 0.6 * fine)) * exp(-pow((w.y + 0.03) / 0.16, 2.0));
  vec3 c = vec3(0.012, 0.018, 0.036) + vec3(0.010, 0.016, 0.028) * fbm(uv * 1.4 + 3.0, 4);
  vec3 warm = vec3(1.0, 0.80, 0.60), cool = vec3(0.50, 0.62, 1.0);
  c += mix(cool, warm, bulge) * core * (0.10 + 0.42 * cloud * cloud * 1.8) * 0.55;
  c += warm * bulge * 0.36 * (0.45 + cloud);
  c *= 1.0 - 0.88 * lane;
  c += vec3(0.9, 0.22, 0.32) * pow(smoothstep(0.62, 0.9, fbm(w * 6.5 + 20.0, 5)), 2.0) * core * 0.45;
  vec2 q = uv; float dens = 0.10 + 0.55 * core * (1.0 - 0.8 * lane);
  float a = stars(q + 1.0, 150.0, dens), b = stars(q + 5.0, 85.0, 0.20 + 0.25 * core), d = stars(q + 9.0, 34.0, 0.22);
  c += a * 0.35 * mix(cool, vec3(1.0), 0.6) + b * 0.85 * mix(vec3(0.75, 0.84, 1.0), warm, h12(floor(q * 85.0))) + d * 1.5 * mix(vec3(0.7, 0.8, 1.0), vec3(1.0, 0.85, 0.7), h12(floor(q * 34.0)));
  c += (cool * 0.16 + warm * 0.10) * core * pow(noise(q * 420.0), 7.0) * 1.5;
  return c;
}
float skyline(float x) {
  if (int(K) == 0) return -0.86 + 0.30 * ridge(vec2(x * 0.8 + S, 2.0), 7) + 0.05 * noise(vec2(x * 30.0, 1.0)) * noise(vec2(x * 9.0, 4.0));
  return -0.24 + 0.30 * (ridge(vec2(x * 0.62 + 4.0, 2.0), 8) - 0.22);
}
vec3 view(vec2 uv) {
  vec3 c = galaxy(uv);
  float hor = int(K) == 0 ? -0.70 : -0.22, g = exp(-max(uv.y - hor, 0.0) * 3.4);
  c += (int(K) == 0 ? vec3(0.16, 0.085, 0.045) : vec3(0.035, 0.10, 0.095)) * g;
  float s = skyline(uv.x);
  if (int(K) == 1) { float far = s + 0.09 * (ridge(vec2(uv.x * 1.3 + 11.0, 5.0), 7) - 0.1) + 0.03; c = mix(c, vec3(0.020, 0.034, 0.052), smoothstep(0.003, -0.003, uv.y - far) * 0.85); }
  vec3 land = vec3(0.004, 0.005, 0.008) + vec3(0.008, 0.010, 0.014) * ridge(vec2(uv.x * 4.0, uv.y * 8.0), 5);
  return mix(c, land, smoothstep(0.0025, -0.0025, uv.y - s));
}
void main() {
  vec2 uv = centred(); vec3 c;
  float shore = -0.40;
  if (int(K) == 1 && uv.y < shore) {
    float d = shore - uv.y, rip = 0.010 + 0.05 * d;
    vec2 q = vec2(uv.x + rip * (noise(vec2(uv.x * 7.0, uv.y * 90.0)) - 0.5), 2.0 * shore - uv.y * 1.0 + rip * (noise(vec2(uv.x * 5.0 + 7.0, uv.y * 120.0)) - 0.5));
    c = view(q) * (0.62 - 0.28 * d) * vec3(0.82, 0.92, 1.0) + vec3(0.002, 0.006, 0.009);
    c += vec3(0.02, 0.035, 0.04) * exp(-d * 42.0);
  } else c = view(uv);
  if (int(K) == 0) {
    // A tent with its light on.
    vec2 t = uv - vec2(0.24, skyline(0.24) + 0.012);
    float e = max(abs(t.x) * 1.25 + t.y * 0.9 - 0.085, -t.y - 0.03);
    float inside = smoothstep(0.003, -0.003, e);
    vec3 lamp = vec3(1.0, 0.50, 0.14) * (0.30 + 0.95 * exp(-dot(t - vec2(0.0, 0.012), t - vec2(0.0, 0.012)) * 420.0));
    c = mix(c, lamp * (0.9 + 0.2 * step(0.0, sin(t.x * 90.0))), inside);
    c += vec3(1.0, 0.48, 0.16) * 0.05 * exp(-dot(t, t) * 26.0);
  }
  emit(pow(c * 1.6, vec3(1.12)) * 1.35);
}
