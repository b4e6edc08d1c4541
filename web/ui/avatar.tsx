import { type ComponentProps, useState } from "react";
import { Portrait } from "#view/portrait.tsx";
import { ignoreLoad } from "#web/lib/ignore-load.ts";
import { useResetOnline } from "#web/lib/use-reset-online.ts";

/** A user's picture, or the first letter of the name if there is none or it cannot be loaded. */
export function Avatar({ url, ...rest }: ComponentProps<typeof Portrait>) {
  const [failed, setFailed] = useState<string | null>(null);
  useResetOnline(setFailed, null);
  return (
    <Portrait
      {...rest}
      url={url === failed ? null : url}
      onLoad={ignoreLoad}
      onError={() => setFailed(url)}
    />
  );
}
