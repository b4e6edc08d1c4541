import { cx } from "#view/cx.ts";
import { setSavesData, useSavesData } from "./data-saver.ts";

/** For the device, not the account: a connection belongs to a device (decision 117). */
export function DataSaverToggle({ className }: { className: string }) {
  const saves = useSavesData();
  return (
    <button
      type="button"
      aria-pressed={saves}
      title="Stills instead of autoplay, smaller pictures, videos in 480p"
      onClick={() => setSavesData(!saves)}
      className={cx(className, "whitespace-nowrap")}
    >
      Data saver
      <span aria-hidden="true" className="whitespace-pre">
        {saves ? " on" : " off"}
      </span>
    </button>
  );
}
