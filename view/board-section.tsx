import type { ReactNode } from "react";

export function BoardSection({ children }: { children?: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-[960px] px-4 py-10 sm:px-6">
      <h1 className="font-display text-2xl font-extrabold max-xs:text-[length:min(1.75rem,12vw)]">
        Leaderboard
      </h1>
      <p className="mt-2 mb-6 text-quiet">The creators and posts with the most hearts.</p>
      {children}
    </div>
  );
}
