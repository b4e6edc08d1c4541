/** Requests that two parsers may read differently, and incomplete ones. No browser sends them. */
export interface Malformed {
  name: string;
  /** Sent in order, with a pause between them. */
  parts: string[];
  /** Contains a second request; a response to that one would mean request smuggling. */
  hides?: true;
}

const HIDDEN = "GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n";

const post = (headers: string[], body: string): string[] => [
  [
    "POST /api/feedback HTTP/1.1",
    "Host: localhost",
    "Content-Type: application/json",
    ...headers,
    "",
    body,
  ].join("\r\n"),
];
const get = (target: string, headers: string[] = [], host = "Host: localhost"): string[] => [
  [`GET ${target} HTTP/1.1`, host, ...headers, "", ""].join("\r\n"),
];

const hidden = (name: string, headers: string[], before = "0\r\n\r\n"): Malformed => ({
  name,
  parts: post(headers, before + HIDDEN),
  hides: true,
});
const whole = HIDDEN.length + 5;
const CHUNKED = "Transfer-Encoding: chunked";

const LENGTHS: Malformed[] = [
  hidden("CL and TE, the body ends early by TE", [`Content-Length: ${whole}`, CHUNKED]),
  hidden("TE and CL, the body ends early by CL", [CHUNKED, "Content-Length: 5"]),
  hidden("two lengths", ["Content-Length: 5", `Content-Length: ${whole}`]),
  hidden("a list of lengths", [`Content-Length: 5, ${whole}`]),
  hidden("a length with a sign", ["Content-Length: +5"]),
  hidden("a negative length", ["Content-Length: -1"]),
  hidden("a hexadecimal length", ["Content-Length: 0x5"]),
  hidden("a length beyond 64 bits", ["Content-Length: 36893488147419103237"]),
  hidden("TE with a space before its colon", [
    "Transfer-Encoding : chunked",
    `Content-Length: ${whole}`,
  ]),
  hidden("TE behind a vertical tab", [
    "Transfer-Encoding: \u000bchunked",
    `Content-Length: ${whole}`,
  ]),
  hidden("TE of another name", ["Transfer-Encoding: xchunked", `Content-Length: ${whole}`]),
  hidden("TE twice", [CHUNKED, "Transfer-Encoding: identity"]),
  hidden("TE folded onto a second line", [
    "Transfer-Encoding:\r\n chunked",
    `Content-Length: ${whole}`,
  ]),
  hidden("a length within another header, after a bare CR", [
    "X-A: b\rContent-Length: 5",
    `Content-Length: ${whole}`,
  ]),
];

const CHUNKS: Malformed[] = [
  { name: "a chunk size that is no number", parts: post([CHUNKED], "ZZ\r\n{}\r\n0\r\n\r\n") },
  { name: "a chunk size beyond 64 bits", parts: post([CHUNKED], `${"F".repeat(20)}\r\n{}\r\n`) },
  { name: "a negative chunk size", parts: post([CHUNKED], "-2\r\n{}\r\n0\r\n\r\n") },
  { name: "a chunk longer than it says", parts: post([CHUNKED], "1\r\n{}\r\n0\r\n\r\n") },
  { name: "an endless chunk extension", parts: post([CHUNKED], `2;${"a".repeat(300_000)}`) },
  { name: "a body that never comes", parts: post(["Content-Length: 40"], '{"title":') },
];

const HEADS: Malformed[] = [
  { name: "bare line feeds", parts: ["GET /api/health HTTP/1.1\nHost: localhost\n\n"] },
  { name: "bare carriage returns", parts: ["GET /api/health HTTP/1.1\rHost: localhost\r\r"] },
  { name: "a folded header", parts: get("/api/health", ["X-A: b\r\n c"]) },
  { name: "NUL in a value", parts: get("/api/health", ["X-A: b\u0000c"]) },
  { name: "NUL in a name", parts: get("/api/health", ["X\u0000A: b"]) },
  { name: "NUL in the path", parts: get("/api/hea\u0000lth") },
  { name: "a header without a colon", parts: get("/api/health", ["nonsense"]) },
  { name: "a header without a name", parts: get("/api/health", [": x"]) },
  { name: "one header of 100 KB", parts: get("/api/health", [`X-A: ${"a".repeat(100_000)}`]) },
  {
    name: "headers of 2 MB",
    parts: get("/api/health", Array(20_000).fill(`X: ${"a".repeat(97)}`)),
  },
  { name: "a cookie of 60 KB", parts: get("/api/auth/status", [`Cookie: sid=${"a".repeat(6e4)}`]) },
  { name: "a path of 200 KB", parts: get(`/api/${"a".repeat(200_000)}`) },
  { name: "raw bytes in the path", parts: get("/api/\u00ff\u00fe\u0080") },
  { name: "a space in the path", parts: get("/api/health x") },
  { name: "a request line in pieces, then silence", parts: ["GE", "T /api/he", "alth HT"] },
  {
    name: "headers that never end",
    parts: ["GET /api/health HTTP/1.1\r\n", "X: 1\r\n", "Y: 2\r\n"],
  },
];

const TARGETS: Malformed[] = [
  { name: "an absolute target elsewhere", parts: get("http://evil.example/api/health") },
  { name: "an absolute target, no scheme of ours", parts: get("gopher://evil.example/api/health") },
  { name: "two slashes and a host", parts: get("//evil.example/api/health") },
  { name: "a backslash and a host", parts: get("/\\evil.example/api/health") },
  { name: "a path that climbs", parts: get("/api/../../../etc/passwd") },
  { name: "no Host", parts: get("/api/health", [], "X-No: host") },
  { name: "two Hosts", parts: get("/api/health", ["Host: evil.example"]) },
  { name: "the Host of another site", parts: get("/api/health", [], "Host: evil.example") },
  { name: "a Host with a path", parts: get("/api/health", [], "Host: localhost/evil.example?") },
  { name: "a Host that is no host name", parts: get("/api/health", [], "Host: [::evil") },
  { name: "an empty Host", parts: get("/api/health", [], "Host:") },
  { name: "OPTIONS *", parts: ["OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n"] },
  { name: "CONNECT", parts: ["CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n"] },
  { name: "TRACE", parts: ["TRACE /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"] },
  {
    name: "an unknown method",
    parts: ["SPRGLX /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"],
  },
];

const PROTOCOLS: Malformed[] = [
  { name: "HTTP/0.9", parts: ["GET /api/health\r\n"] },
  { name: "HTTP/1.0", parts: ["GET /api/health HTTP/1.0\r\n\r\n"] },
  { name: "HTTP/9.9", parts: ["GET /api/health HTTP/9.9\r\nHost: localhost\r\n\r\n"] },
  { name: "HTTP/2's preface", parts: ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\u0000\u0000\u0000\u0004"] },
  { name: "an upgrade to h2c", parts: get("/api/health", ["Connection: Upgrade", "Upgrade: h2c"]) },
  {
    name: "the start of TLS",
    parts: ["\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003"],
  },
  { name: "empty lines only", parts: ["\r\n".repeat(2000)] },
  {
    name: "noise",
    parts: [Array.from({ length: 4000 }, (_, i) => String.fromCharCode((i * 197) % 256)).join("")],
  },
];

export const MALFORMED: Malformed[] = [...LENGTHS, ...CHUNKS, ...HEADS, ...TARGETS, ...PROTOCOLS];
