// Totality: streamers drawn out along the field, a bead of sun at the edge.
void main() {
  vec2 uv = centred(); float r = length(uv), a = atan(uv.y, uv.x), R0 = 0.34;
  vec2 n = uv / max(r, 1e-4); float h = (r - R0) / R0;
  float reach = 0.55 + 0.42 * pow(abs(cos(a - 0.35)), 1.6) + 0.22 * noise(n * 2.3 + S * 9.0);
  float st = 0.0, amp = 0.5; vec2 q = n * 5.0 + S * 3.0;
  for (int i = 0; i < 7; i++) { float bend = 0.10 * sin(float(i) * 2.0 + a * 2.0) * h; vec2 m = rot(bend) * n; st += amp * noise(m * (4.0 * pow(1.9, float(i))) + vec2(float(i) * 7.0, 0.30 * h * float(i)) + S); amp *= 0.62; }
  float ray = pow(st, 2.1) * 1.9;
  float glow = exp(-max(h, 0.0) * 2.1 / reach), tight = exp(-max(h, 0.0) * 8.5);
  vec3 c = vec3(0.004, 0.006, 0.014) + vec3(0.010, 0.016, 0.035) * exp(-r * 1.3);
  c += vec3(0.80, 0.88, 1.0) * glow * (0.16 + 0.62 * ray) * (0.5 + 0.5 * reach) * 1.15;
  c += vec3(0.45, 0.60, 0.95) * 0.045 * exp(-max(h, 0.0) * 0.85) * (0.35 + ray);
  c += vec3(1.0, 0.95, 0.92) * tight * 1.5;
  float arch = smoothstep(0.60, 0.82, noise(vec2(a * 7.0, 3.0))) * exp(-max(h, 0.0) * 38.0) + 0.35 * exp(-max(h, 0.0) * 60.0);
  c += vec3(1.0, 0.18, 0.25) * arch * 1.4;
  c = pow(c, vec3(1.35));
  float disc = smoothstep(R0 + 0.0025, R0 - 0.0025, r);
  vec3 moon = vec3(0.006, 0.007, 0.010) + vec3(0.012, 0.014, 0.019) * (fbm(uv * 5.0 + 3.0, 6)) * smoothstep(R0, 0.0, r);
  c = mix(c, moon, disc);
  vec2 b = vec2(cos(0.95), sin(0.95)) * R0; vec2 d = uv - b; float dl = length(d);
  c += vec3(1.0, 0.97, 0.90) * (1.6 * exp(-dl * dl * 900.0) + (0.34 * exp(-dl * 9.0) + 0.06 * exp(-dl * 2.6)) * (1.0 - 0.9 * disc));
  float sa = atan(d.y, d.x);
  c += vec3(1.0, 0.95, 0.88) * 0.55 * pow(abs(cos(sa * 4.0 + 0.4)), 60.0) * exp(-dl * 6.0) * (1.0 - 0.93 * disc);
  c += (stars(uv + 3.0, 40.0, 0.05) + stars(uv + 8.0, 85.0, 0.04)) * (1.0 - disc) * smoothstep(0.5, 1.0, r) * 0.8;
  emit(c * 1.25);
}
