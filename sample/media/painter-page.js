// Runs inside the browser: one WebGL2 canvas, one full-screen triangle, one program a scene.
const canvas = document.getElementById("c");
const gl = canvas.getContext("webgl2", { antialias: false, preserveDrawingBuffer: true });
const programs = new Map();

const VERTEX = `#version 300 es
void main() {
  vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);
  gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}`;

function shader(type, source) {
  const made = gl.createShader(type);
  gl.shaderSource(made, source);
  gl.compileShader(made);
  if (!gl.getShaderParameter(made, gl.COMPILE_STATUS)) {
    throw new Error(gl.getShaderInfoLog(made));
  }
  return made;
}

function programOf(source) {
  let program = programs.get(source);
  if (program) return program;
  program = gl.createProgram();
  gl.attachShader(program, shader(gl.VERTEX_SHADER, VERTEX));
  gl.attachShader(program, shader(gl.FRAGMENT_SHADER, source));
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
    throw new Error(gl.getProgramInfoLog(program));
  }
  programs.set(source, program);
  return program;
}

function setUniforms(program, uniforms, arrays) {
  const at = (name) => gl.getUniformLocation(program, name);
  for (const [name, value] of Object.entries(uniforms)) {
    if (Array.isArray(value)) gl.uniform2f(at(name), value[0], value[1]);
    else gl.uniform1f(at(name), value);
  }
  for (const [name, values] of Object.entries(arrays)) {
    if (values.length === 1) gl.uniform1i(at(name), values[0]);
    else gl.uniform4fv(at(name), new Float32Array(values));
  }
}

// Draws in strips, because the browser would take a long draw for a hang.
const STRIP = 64;

globalThis.paint = async ({ source, width, height, uniforms, arrays, type }) => {
  canvas.width = width;
  canvas.height = height;
  gl.viewport(0, 0, width, height);
  const program = programOf(source);
  gl.useProgram(program);
  setUniforms(program, uniforms, arrays);
  gl.enable(gl.SCISSOR_TEST);
  for (let y = 0; y < height; y += STRIP) {
    gl.scissor(0, y, width, STRIP);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.finish();
  }
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, type, 0.97));
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = "";
  for (let i = 0; i < bytes.length; i += 32768) {
    text += String.fromCharCode(...bytes.subarray(i, i + 32768));
  }
  return btoa(text);
};
