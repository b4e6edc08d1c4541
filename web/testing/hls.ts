export const streams: FakeHls[] = [];

/** In the place of hls.js, which needs a browser's media. */
export class FakeHls {
  static Events = { MANIFEST_PARSED: "parsed", MANIFEST_LOADED: "loaded", ERROR: "error" };
  static supported = true;
  static isSupported = () => FakeHls.supported;
  readonly levels = [{ height: 240 }, { height: 720 }, { height: 1080 }];
  /** hls.js keeps it within the player's size while capLevelToPlayerSize is true. */
  autoLevelCapping = -1;
  #capLevelToPlayerSize: boolean;
  url: string | null = null;
  isDestroyed = false;
  #element: HTMLVideoElement | null = null;
  readonly #listeners: Record<string, (event: string, data: { fatal: boolean }) => void> = {};
  constructor(options: { capLevelToPlayerSize: boolean }) {
    this.#capLevelToPlayerSize = options.capLevelToPlayerSize;
    streams.push(this);
  }
  on(event: string, listener: (event: string, data: { fatal: boolean }) => void) {
    this.#listeners[event] = listener;
    if (event === "parsed") this.emit(event);
  }
  emit(event: string, data = { fatal: false }) {
    this.#listeners[event]?.(event, data);
  }
  get capLevelToPlayerSize() {
    return this.#capLevelToPlayerSize;
  }
  set capLevelToPlayerSize(isCapped: boolean) {
    if (this.#capLevelToPlayerSize && !isCapped) this.autoLevelCapping = -1;
    this.#capLevelToPlayerSize = isCapped;
  }
  loadSource(url: string) {
    this.url = url;
  }
  attachMedia(element: HTMLVideoElement) {
    this.#element = element;
    element.src = "blob:stream";
  }
  destroy() {
    this.isDestroyed = true;
    if (this.#element) this.#element.currentTime = 0;
  }
}
