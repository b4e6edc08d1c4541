// A halved ammonite: chambers on a logarithmic spiral, walls of nacre, fillings of crystal.
void main() {
  vec2 uv = centred(), p = rot(0.7) * (uv * 0.88 + vec2(0.07, 0.10));
  p += 0.012 * (vec2(fbm(p * 3.0, 4), fbm(p * 3.0 + 5.0, 4)) - 0.5);
  float r = length(p), a = atan(p.y, p.x), g = 0.158;
  float turns = (log(r / 0.56) / g - a - PI * 0.12) / TAU, whorl = floor(turns), f = turns - whorl;
  float theta = a + TAU * (whorl + 0.0);
  float len = (whorl * TAU + a);
  float inBody = step(turns, 0.04);
  float n = 17.0, s = len * n / TAU + 0.75 * sin((f - 0.5) * 3.0) + 0.10 * sin(f * 22.0) * (0.5 + f);
  float ci = floor(s), cf = s - ci;
  float wall = min(cf, 1.0 - cf) * TAU / n, rim = min(f, 1.0 - f);
  float px = 2.2 / min(R.x, R.y) / max(r, 0.05);
  vec3 nac = film(0.75 + 0.5 * fbm(p * 5.0, 4) + 0.4 * r + 0.15 * sin(len * 2.0), 0.8);
  vec3 pearl = mix(vec3(0.85, 0.74, 0.60), nac * vec3(1.15, 0.9, 0.85), 0.55);
  // What filled each chamber: amber calcite, dark mud, clear crystal.
  float kind = h11(ci * 1.3 + S + whorl * 5.0);
  vec2 cell = vec2(cf, f);
  float depth = smoothstep(0.0, 0.5, min(min(cf, 1.0 - cf) * 1.4, rim * 1.6));
  vec3 amber = mix(vec3(0.55, 0.22, 0.05), vec3(0.98, 0.66, 0.26), fbm(p * 16.0 + ci, 4) + 0.2 * depth);
  vec3 clear = mix(vec3(0.62, 0.56, 0.48), vec3(0.98, 0.95, 0.88), fbm(p * 22.0, 4));
  vec3 mud = mix(vec3(0.10, 0.065, 0.05), vec3(0.30, 0.19, 0.12), fbm(p * 26.0, 5));
  vec3 fill = kind < 0.5 ? amber : kind < 0.78 ? clear : mud;
  float ringed = 0.5 + 0.5 * sin(depth * 22.0 + fbm(p * 9.0, 3) * 4.0);
  fill *= 0.72 + 0.30 * ringed * (1.0 - depth) + 0.35 * depth;
  if (kind < 0.78) { vec3 v = voronoi(p * 34.0); fill = mix(fill, fill * (0.55 + 0.9 * v.z) + 0.5 * step(0.95, v.z), depth * 0.6); fill *= mix(1.0, 0.45, smoothstep(0.75, 1.0, depth) * step(0.35, h11(ci))); }
  float tw = 0.030 + 0.01 * noise(vec2(s, f * 9.0)), t2 = 0.055;
  vec3 col = fill;
  float septum = smoothstep(tw + px * 2.0, tw, wall) * step(whorl, -0.5), shell = smoothstep(t2 + px, t2, rim);
  float groove = 0.75 + 0.35 * sin(rim * 150.0);
  col = mix(col, pearl * (0.75 + 0.4 * noise(p * 50.0)), septum * 0.9);
  col = mix(col, pearl * groove * 1.05, shell);
  col *= 1.0 - 0.45 * smoothstep(0.03, 0.0, abs(rim - t2)) ;
  float outside = smoothstep(0.0, 0.02, turns - 0.02 - 0.02 * fbm(p * 8.0, 3));
  float ribs = 0.5 + 0.5 * sin(a * 46.0 + 2.0 * r);
  vec3 stone = mix(vec3(0.055, 0.052, 0.055), vec3(0.15, 0.14, 0.138), fbm(uv * 6.0 + S, 6)) * (0.8 + 0.4 * noise(uv * 90.0));
  float sh = smoothstep(0.28, 0.0, turns) * step(0.0, turns);
  stone *= 1.0 - 0.75 * sh;
  col = mix(col, stone, outside);
  col *= 1.0 + 0.35 * dot(uv, vec2(-0.35, 0.5));
  col += vec3(1.0, 0.95, 0.9) * 0.10 * exp(-dot(uv - vec2(-0.4, 0.5), uv - vec2(-0.4, 0.5)) * 2.5);
  emit(pow(col, vec3(2.1)) * 1.35);
}
