import type { ReactNode } from "react";

/** profile.css reserves the heights of the byline, two lines on a phone, and of one row of badges. */
export function ProfileSection({
  portrait,
  name,
  byline,
  badges,
  heart,
}: {
  portrait: ReactNode;
  name: string;
  byline: ReactNode;
  badges?: ReactNode;
  heart?: ReactNode;
}) {
  return (
    <section aria-label="Profile" className="profile mx-auto w-full max-w-[1920px]">
      <div className="row-span-2 sm:row-span-3 sm:self-center">{portrait}</div>
      {/* A name in Hebrew reads from the right, and still begins beside the picture. */}
      <h1
        dir="auto"
        className="line-clamp-2 self-center font-display text-left text-lg font-extrabold sm:text-xl"
      >
        {name}
      </h1>
      <div className="flex items-center">{heart}</div>
      <div className="byline col-span-2 flex min-w-0 flex-col justify-center text-sm text-quiet sm:flex-row sm:items-center sm:justify-start">
        {byline}
      </div>
      <div className="col-span-full min-w-0 sm:col-span-2">{badges}</div>
    </section>
  );
}

/** Reserves the space of the heart button. */
export function HeartPlaceholder() {
  return <span className="block h-9 w-14.5 rounded-full bg-raised" />;
}
