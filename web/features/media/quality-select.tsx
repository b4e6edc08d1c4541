import { Icon } from "#view/icon.tsx";
import { MAX_HEIGHTS, type MaxHeight, setMaxHeight, useMaxHeight } from "./video-quality.ts";

const nameOf = (height: MaxHeight) => (height === null ? "Auto" : `${height}p`);

/** The choice is an upper limit: a video without this quality plays the next lower one. */
export function QualitySelect() {
  const height = useMaxHeight();
  return (
    <label className="absolute top-3 right-3 flex items-center rounded-full bg-black/60 text-white hover:bg-black/80">
      <span className="sr-only">Video quality</span>
      <select
        value={String(height)}
        onChange={({ target }) =>
          setMaxHeight(MAX_HEIGHTS.find((one) => String(one) === target.value) ?? null)
        }
        className="h-11 appearance-none rounded-full bg-transparent pr-9 pl-4 font-semibold"
      >
        {MAX_HEIGHTS.map((one) => (
          <option key={String(one)} value={String(one)} className="bg-surface text-text">
            {nameOf(one)}
          </option>
        ))}
      </select>
      <Icon name="chevronDown" size={16} className="pointer-events-none absolute right-3" />
    </label>
  );
}
