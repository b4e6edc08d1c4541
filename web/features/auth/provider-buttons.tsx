import { showToast } from "#web/features/toasts/toast-store.ts";
import { Button } from "#web/ui/button.tsx";
import { authMessages } from "./auth.messages.ts";

const PROVIDERS = ["Google", "Reddit"] as const;

/** Required by the specification; a click shows 'Coming Soon'. */
export function ProviderButtons({ verb }: { verb: "Log in" | "Sign up" }) {
  return (
    <>
      <div className="flex items-center gap-3 text-xs text-quiet before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </div>
      <div className="flex flex-wrap gap-3">
        {PROVIDERS.map((provider) => (
          <Button
            key={provider}
            tone="secondary"
            className="flex-1"
            aria-label={`${verb} with ${provider}`}
            onClick={() =>
              showToast({
                title: authMessages.comingSoon,
                description: `${verb} with ${provider} is not available yet.`,
              })
            }
          >
            {provider}
          </Button>
        ))}
      </div>
    </>
  );
}
