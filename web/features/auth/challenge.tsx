import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { loadTurnstile, siteKey } from "./turnstile.ts";

const BLOCKED =
  "The check that you are human could not load. Allow challenges.cloudflare.com in your browser or network, then try again.";

/** The widget adds an input named `challenge` and renews a token that expires. */
function Widget({ onFailure }: { onFailure: () => void }) {
  const container = useRef<HTMLDivElement>(null);
  const fail = useEffectEvent(onFailure);
  useEffect(() => {
    let remove: (() => void) | null = null;
    let isGone = false;
    const failed = () => {
      if (!isGone) fail();
      return true;
    };
    loadTurnstile().then((turnstile) => {
      if (isGone || !container.current) return;
      const widget = turnstile.render(container.current, {
        sitekey: siteKey() ?? "",
        "response-field-name": "challenge",
        size: "flexible",
        "error-callback": failed,
      });
      remove = () => turnstile.remove(widget);
    }, failed);
    return () => {
      isGone = true;
      remove?.();
    };
  }, []);
  return <div ref={container} className="min-h-16" />;
}

/** A token works once: a new `key` renders a new widget. */
export function Challenge() {
  const [isBlocked, setBlocked] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  /** The press removes its button, so the focus moves to the new widget's place. */
  function retry() {
    box.current?.focus();
    setBlocked(false);
  }
  return (
    <div ref={box} tabIndex={-1} className="flex flex-col gap-3">
      {!isBlocked && <Widget onFailure={() => setBlocked(true)} />}
      <FormError>{isBlocked ? BLOCKED : null}</FormError>
      {isBlocked && (
        <Button tone="secondary" onClick={retry}>
          Try Again
        </Button>
      )}
    </div>
  );
}
