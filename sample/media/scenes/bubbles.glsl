// Bubbles in the air: two walls of film each, a window reflected in both.
vec3 room(vec3 d) {
  vec3 c = mix(vec3(0.012, 0.020, 0.045), vec3(0.07, 0.10, 0.19), smoothstep(-0.6, 0.9, d.y));
  vec2 q = d.xy / (abs(d.z) + 0.35);
  if (d.z > 0.0) { vec2 w = q - vec2(-0.42, 0.42); float pane = smoothstep(0.30, 0.27, max(abs(w.x), abs(w.y) * 0.85)) * smoothstep(0.012, 0.028, abs(w.x)) * smoothstep(0.012, 0.028, abs(w.y + 0.03)); c += vec3(1.0, 0.93, 0.82) * 3.4 * pane; }
  c += vec3(1.0, 0.5, 0.25) * 0.7 * smoothstep(0.80, 0.97, dot(d, normalize(vec3(0.8, -0.25, 0.5))));
  return c;
}
void main() {
  vec2 uv = centred();
  vec3 c = mix(vec3(0.010, 0.016, 0.038), vec3(0.055, 0.045, 0.10), smoothstep(-1.0, 1.0, uv.y + 0.4 * uv.x));
  for (int i = 0; i < 26; i++) { float f = float(i) + S * 5.0; vec2 o = (vec2(h11(f), h11(f + 20.0)) - 0.5) * vec2(3.2, 2.3); float r = 0.08 + 0.22 * h11(f + 60.0), d = length(uv - o); c += hsl(0.55 + 0.5 * h11(f + 3.0), 0.7, 0.55) * 0.055 * smoothstep(r, r * 0.90, d) * (0.5 + 0.5 * smoothstep(r * 0.5, r, d)); }
  for (int i = 0; i < 15; i++) {
    float f = float(i) + S * 31.0, big = i > 11 ? 1.0 : 0.0;
    vec2 o = (vec2(h11(f + 2.0), h11(f + 44.0)) - 0.5) * vec2(2.5, 1.9); float rad = mix(0.05 + 0.15 * h11(f + 7.0), 0.34 + 0.20 * h11(f), big);
    if (i == 14) { o = vec2(-0.22, 0.02); rad = 0.60; }
    o.y += 0.04 * sin(TAU * PH + f);
    vec2 d = (uv - o) / rad; float r = length(d); if (r > 1.01) continue;
    float z = sqrt(max(1.0 - r * r, 0.0)); vec3 n = vec3(d, z), rd = vec3(0, 0, -1);
    float cosv = z; vec2 sw = d * 1.2 + f + 0.25 * vec2(cos(TAU * PH), sin(TAU * PH));
    float th = 0.55 + 0.9 * fbm(sw * vec2(1.0, 1.8) + 0.9 * fbm(sw * 1.5, 3), 5) - 0.35 * d.y;
    vec3 ir = film(th, max(cosv, 0.15)), ir2 = film(th + 0.35, max(cosv, 0.15));
    float fr = 0.06 + 0.94 * pow(1.0 - cosv, 3.2);
    vec3 front = room(reflect(rd, n)), rear = room(reflect(rd, normalize(vec3(-d, z))));
    vec3 add = ir * (front * (0.22 + 0.75 * fr) + 0.14 * fr) + ir2 * rear * 0.16 + ir * 0.85 * pow(1.0 - cosv, 2.4) * 0.55;
    float edge = smoothstep(1.005, 0.985, r);
    c = mix(c, c * (0.93 - 0.25 * pow(1.0 - cosv, 3.0)) + add, edge);
  }
  emit(c * 1.25);
}
