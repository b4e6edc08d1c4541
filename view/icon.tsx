import type { SVGProps } from "react";

const PATHS = {
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm9 16-4.1-4.1",
  close: "m6 6 12 12M18 6 6 18",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v2m0 16v2M4.9 4.9l1.4 1.4m11.4 11.4 1.4 1.4M2 12h2m16 0h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z",
  system: "M4 5h16v11H4zM9 20h6M12 16v4",
  user: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20a7.5 7.5 0 0 1 15 0",
  heart:
    "M12 20.5S3.5 15.6 3.5 9.3A4.8 4.8 0 0 1 12 6.2a4.8 4.8 0 0 1 8.5 3.1c0 6.3-8.5 11.2-8.5 11.2Z",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z",
  eyeOff:
    "m4 4 16 16M10 6c.6-.2 1.3-.3 2-.3 6 0 9.5 6.3 9.5 6.3a17 17 0 0 1-2.5 3.2M6.3 7.8A16 16 0 0 0 2.5 12S6 18.3 12 18.3c1.7 0 3.2-.5 4.5-1.2M9.9 10a2.6 2.6 0 0 0 3.7 3.7",
  grid: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  masonry: "M4 4h7v10H4zM13 4h7v5h-7zM4 16h7v4H4zM13 11h7v9h-7z",
  all: "M4 4h7v7H4zM16.5 4a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM7.5 13.5 3.5 20h8zM13.5 13.5h6v6h-6z",
  image: "M4 5h16v14H4zM4 16l4.5-4.5 3.5 3.5 3-3 5 5M15.5 8.5h.01",
  gallery: "M8 8h12v12H8zM16 8V4H4v12h4",
  gif: "M3 6h18v12H3zM10 10.5a2 2 0 1 0-.3 3H10V12H9M13.5 10v4M17 14v-4h2.5M17 12h2",
  video: "M4 6h16v12H4zM10.5 9.5l4 2.5-4 2.5z",
  filter: "M4 7h16M7 12h10M10 17h4",
  play: "M8 5.5v13l11-6.5z",
  pause: "M8 5v14M16 5v14",
  chevronLeft: "m14.5 5.5-6.5 6.5 6.5 6.5",
  chevronRight: "m9.5 5.5 6.5 6.5-6.5 6.5",
  chevronDown: "m6 9.5 6 6 6-6",
  arrowUp: "M12 19V5m-6.5 6.5L12 5l6.5 6.5",
  external: "M14 4h6v6M20 4l-9 9M18 14v5H5V6h5",
  share: "M12 15V4M8 7.5 12 3.5l4 4M5 12v8h14v-8",
  download: "M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14",
  expand: "M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5",
  comment: "M4 5h16v11h-8l-5 4v-4H4z",
  clock: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 7.5V12l3 2",
  warning: "M12 4 2.5 20h19zM12 10v4.5M12 17.3h.01",
  check: "m5 12.5 4.5 4.5L19 7.5",
  info: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 11v5M12 8h.01",
  trash: "M5 7h14M10 7V4.5h4V7M7 7l1 13h8l1-13",
  trophy:
    "M8 4h8v6a4 4 0 0 1-8 0zM8 6H4.5a3.5 3.5 0 0 0 3.5 4M16 6h3.5a3.5 3.5 0 0 1-3.5 4M12 14v4M8.5 20h7",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  logout: "M14 4H5v16h9M10 12h11m-4-4 4 4-4 4",
  refresh: "M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4v5h-5",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({
  name,
  size = 20,
  filled = false,
  ...rest
}: { name: IconName; size?: number; filled?: boolean } & SVGProps<SVGSVGElement>) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={filled ? "currentColor" : "none"}
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      {...rest}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
