import type { Index } from "./mp4-index.ts";

export interface Rendition {
  name: string;
  width: number;
  height: number;
  size: number;
  index: Index;
}

/** One rendition, as byte ranges of its file. */
export function mediaPlaylist({ name, index }: Rendition): string {
  const longest = Math.ceil(Math.max(...index.segments.map((one) => one.seconds)));
  return [
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    `#EXT-X-TARGETDURATION:${longest}`,
    "#EXT-X-MEDIA-SEQUENCE:0",
    "#EXT-X-PLAYLIST-TYPE:VOD",
    "#EXT-X-INDEPENDENT-SEGMENTS",
    `#EXT-X-MAP:URI="${name}.mp4",BYTERANGE="${index.init}@0"`,
    ...index.segments.flatMap((one) => [
      `#EXTINF:${one.seconds.toFixed(5)},`,
      `#EXT-X-BYTERANGE:${one.size}@${one.offset}`,
      `${name}.mp4`,
    ]),
    "#EXT-X-ENDLIST",
    "",
  ].join("\n");
}

const bitrate = ({ size, index }: Rendition): number => Math.ceil((size * 8) / index.seconds);

function peak({ index }: Rendition): number {
  return Math.ceil(Math.max(...index.segments.map((one) => (one.size * 8) / one.seconds)));
}

export function masterPlaylist(videos: readonly Rendition[], audio: Rendition | null): string {
  const sound = audio
    ? [
        `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="Sound",DEFAULT=YES,AUTOSELECT=YES,URI="HLS_AUDIO_64.m3u8"`,
      ]
    : [];
  return [
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    "#EXT-X-INDEPENDENT-SEGMENTS",
    ...sound,
    ...videos.flatMap((one) => {
      const extra = audio ? peak(audio) : 0;
      const codecs = [one.index.codec, ...(audio ? [audio.index.codec] : [])].join(",");
      const group = audio ? ',AUDIO="audio"' : "";
      return [
        `#EXT-X-STREAM-INF:BANDWIDTH=${peak(one) + extra},RESOLUTION=${one.width}x${one.height},CODECS="${codecs}"${group}`,
        `${one.name.replace("CMAF", "HLS")}.m3u8`,
      ];
    }),
    "",
  ].join("\n");
}

function representation(one: Rendition, kind: string): string {
  const size = one.width > 0 ? ` width="${one.width}" height="${one.height}"` : "";
  const { init, range, codec } = one.index;
  return `      <Representation id="${one.name}" mimeType="${kind}/mp4" codecs="${codec}" bandwidth="${bitrate(one)}"${size}>
        <BaseURL>${one.name}.mp4</BaseURL>
        <SegmentBase indexRange="${range[0]}-${range[1]}"><Initialization range="0-${init - 1}"/></SegmentBase>
      </Representation>`;
}

export function dashManifest(videos: readonly Rendition[], audio: Rendition | null): string {
  const seconds = Math.max(...videos.map((one) => one.index.seconds)).toFixed(3);
  const set = (kind: string, list: readonly Rendition[]) =>
    `    <AdaptationSet contentType="${kind}" subsegmentAlignment="true" subsegmentStartsWithSAP="1">
${list.map((one) => representation(one, kind)).join("\n")}
    </AdaptationSet>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" profiles="urn:mpeg:dash:profile:isoff-on-demand:2011" type="static" mediaPresentationDuration="PT${seconds}S" minBufferTime="PT2S">
  <Period>
${[set("video", videos), ...(audio ? [set("audio", [audio])] : [])].join("\n")}
  </Period>
</MPD>
`;
}
