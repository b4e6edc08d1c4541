/** Width and height of a picture, from its header. */
export function dimensions(file: Buffer): [number, number] {
  if (file.toString("latin1", 0, 3) === "GIF") return [file.readUInt16LE(6), file.readUInt16LE(8)];
  if (file.toString("latin1", 8, 12) === "WEBP") return webp(file);
  if (file.readUInt16BE(0) === 0xffd8) return jpeg(file);
  throw new Error("not a picture this project makes");
}

function webp(file: Buffer): [number, number] {
  const kind = file.toString("latin1", 12, 16);
  if (kind === "VP8X") return [file.readUIntLE(24, 3) + 1, file.readUIntLE(27, 3) + 1];
  if (kind !== "VP8 ") throw new Error(`a WebP of kind ${kind}`);
  return [file.readUInt16LE(26) & 0x3fff, file.readUInt16LE(28) & 0x3fff];
}

function jpeg(file: Buffer): [number, number] {
  let at = 2;
  while (at < file.length) {
    const marker = file.readUInt8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [file.readUInt16BE(at + 7), file.readUInt16BE(at + 5)];
    at += 2 + file.readUInt16BE(at + 2);
  }
  throw new Error("a JPEG without a frame");
}
