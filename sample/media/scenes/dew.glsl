// Drops on a leaf: each one a small lens with the light at its far side.
vec3 leaf(vec2 p) {
  vec2 q = rot(0.42) * p; float mid = abs(q.y + 0.05 * sin(q.x * 1.4)), s = sign(q.y + 0.05 * sin(q.x * 1.4));
  float along = q.x + mid * 0.95, vein = abs(fract(along * 2.1 + 0.02 * noise(q * 9.0)) - 0.5) / 2.1;
  vec3 v = voronoi(q * vec2(26.0, 24.0) + 0.8 * fbm(q * 8.0, 2)), v2 = voronoi(q * 9.0);
  vec3 c = mix(vec3(0.012, 0.085, 0.022), vec3(0.075, 0.30, 0.045), fbm(q * 3.0 + S, 5));
  c *= 0.72 + 0.36 * smoothstep(0.0, 0.11, v.y); c *= 0.86 + 0.16 * smoothstep(0.0, 0.06, v2.y);
  vec3 ribs = vec3(0.24, 0.50, 0.15);
  c = mix(c, ribs, 0.75 * smoothstep(0.020, 0.004, mid)); c = mix(c, ribs, 0.50 * smoothstep(0.010, 0.001, vein) * smoothstep(0.0, 0.02, mid));
  c *= 0.80 + 0.35 * sin(along * 2.1 * TAU) * s * 0.35 + 0.15;
  c += vec3(0.40, 0.55, 0.20) * 0.55 * exp(-dot(p - vec2(-0.55, 0.75), p - vec2(-0.55, 0.75)) * 0.9);
  return c;
}
void main() {
  vec2 uv = centred(); vec3 c = leaf(uv); vec2 L = normalize(vec2(-0.6, 0.8));
  float shade = 1.0; vec3 drop = vec3(0); float got = 0.0; float rim = 0.0;
  for (int s = 0; s < 4; s++) {
    float sc = s == 0 ? 1.15 : s == 1 ? 2.4 : s == 2 ? 5.0 : 10.5, dens = s == 0 ? 0.50 : s == 1 ? 0.50 : s == 2 ? 0.42 : 0.34;
    vec2 g = uv * sc + float(s) * 7.3 + S * 3.0, i0 = floor(g);
    for (int y = -1; y <= 1; y++) for (int x = -1; x <= 1; x++) {
      vec2 i = i0 + vec2(x, y); if (h12(i + 40.0 * float(s)) > dens) continue;
      vec2 ctr = i + 0.5 + (h22(i + 3.0) - 0.5) * 0.55; float rad = (0.20 + 0.24 * h12(i + 9.0));
      vec2 d = g - ctr; d *= 1.0 + 0.12 * vec2(sin(i.x), cos(i.y)) ; d += 0.05 * rad * vec2(noise(d * 5.0 + i), noise(d * 5.0 + i + 4.0));
      float r = length(d) / rad;
      vec2 sd = (d + L * rad * 0.30) / rad; shade = min(shade, 1.0 - 0.62 * smoothstep(1.25, 0.55, length(sd)) * step(1.0, r));
      if (r < 1.0 && got < 0.5) {
        got = 1.0; float z = sqrt(1.0 - r * r); vec3 n = normalize(vec3(d / rad, z * 1.1));
        vec2 bent = uv - n.xy * (0.34 + 0.30 * (1.0 - z)) * rad / sc * 2.6;
        vec3 inner = leaf(bent) * (0.62 + 1.9 * smoothstep(-0.25, 0.95, dot(d / rad, -L)) * (0.3 + 0.7 * r));
        inner += vec3(0.55, 0.70, 0.25) * pow(max(dot(d / rad, -L), 0.0), 3.0) * 0.75;
        inner *= mix(0.30, 1.0, smoothstep(1.0, 0.80, r));
        vec2 hp = d / rad - L * 0.46; float win = smoothstep(0.20, 0.07, length(rot(-0.9) * hp * vec2(1.0, 0.55)));
        inner += vec3(1.0, 1.0, 0.94) * 1.15 * win + 0.25 * pow(1.0 - z, 4.0) * max(dot(n.xy, L) + 0.4, 0.0) * vec3(0.7, 0.9, 1.0);
        inner += vec3(1.0) * 0.7 * smoothstep(0.06, 0.0, length(d / rad + L * 0.62));
        drop = inner;
      }
    }
  }
  c = mix(c * shade, drop, got);
  float f = smoothstep(0.35, 1.5, length(uv - vec2(0.15, -0.1))); c *= 1.0 - 0.40 * f;
  emit(c * 1.7);
}
