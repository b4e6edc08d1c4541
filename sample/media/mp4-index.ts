/** The parts of an MP4 file that its playlists need. */
export interface Index {
  /** Bytes before the index: ftyp and moov. */
  init: number;
  /** First and last byte of the index itself. */
  range: [number, number];
  segments: { offset: number; size: number; seconds: number }[];
  seconds: number;
  /** The codec as RFC 6381 writes it. */
  codec: string;
}

interface Box {
  type: string;
  start: number;
  end: number;
}

function topLevel(file: Buffer): Box[] {
  const found: Box[] = [];
  let at = 0;
  while (at + 8 <= file.length) {
    const size = file.readUInt32BE(at);
    found.push({ type: file.toString("latin1", at + 4, at + 8), start: at, end: at + size });
    at += size;
  }
  return found;
}

function codecOf(file: Buffer): string {
  const at = file.indexOf("avcC");
  return at < 0 ? "mp4a.40.2" : `avc1.${file.toString("hex", at + 5, at + 8)}`;
}

/** Reads the single `sidx` that ffmpeg's global_sidx writes. */
export function indexOf(file: Buffer): Index {
  const boxes = topLevel(file);
  const sidx = boxes.find((box) => box.type === "sidx");
  const moov = boxes.find((box) => box.type === "moov");
  if (!sidx || !moov) throw new Error("the file has no index");
  const wide = file.readUInt8(sidx.start + 8) === 1;
  const timescale = file.readUInt32BE(sidx.start + 16);
  const first = wide
    ? Number(file.readBigUInt64BE(sidx.start + 28))
    : file.readUInt32BE(sidx.start + 24);
  let at = sidx.start + (wide ? 36 : 28) + 2;
  const count = file.readUInt16BE(at);
  at += 2;
  let offset = sidx.end + first;
  const segments = [];
  for (let i = 0; i < count; i++) {
    const size = file.readUInt32BE(at) & 0x7fffffff;
    segments.push({ offset, size, seconds: file.readUInt32BE(at + 4) / timescale });
    offset += size;
    at += 12;
  }
  return {
    init: moov.end,
    range: [sidx.start, sidx.end - 1],
    segments,
    seconds: segments.reduce((sum, one) => sum + one.seconds, 0),
    codec: codecOf(file),
  };
}
