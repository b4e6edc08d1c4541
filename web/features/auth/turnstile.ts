import { CHALLENGE_META, CHALLENGE_POLICY } from "#schema/api/auth.ts";

const SCRIPT = "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit";

export interface Turnstile {
  render(container: HTMLElement, options: Record<string, unknown>): string;
  remove(widget: string): void;
}

type PolicyFactory = {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): {
    createScriptURL(url: string): string;
  };
};

const scope = globalThis as { turnstile?: Turnstile; trustedTypes?: PolicyFactory };

export const siteKey = (): string | null =>
  document.querySelector(`meta[name="${CHALLENGE_META}"]`)?.getAttribute("content") ?? null;

/** Whether this deployment uses Turnstile; otherwise nothing of it is loaded. */
export const isChallenged = (): boolean => siteKey() !== null;

/** The policy returns this one address for any input. Created once, because a policy's name can be used only once. */
let policy: ReturnType<PolicyFactory["createPolicy"]> | undefined;

function scriptAddress(): string {
  policy ??= scope.trustedTypes?.createPolicy(CHALLENGE_POLICY, { createScriptURL: () => SCRIPT });
  return policy?.createScriptURL(SCRIPT) ?? SCRIPT;
}

/** A classic script element: Turnstile looks for its own element and does not run as a module. */
function addScript(): Promise<void> {
  const script = document.createElement("script");
  return new Promise((resolve, reject) => {
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => {
      script.remove();
      reject(new Error("Turnstile did not load"));
    });
    script.src = scriptAddress();
    document.head.append(script);
  });
}

let loading: Promise<void> | null = null;

/** Rejects if the script is blocked or the network fails; the next call tries again. */
export async function loadTurnstile(): Promise<Turnstile> {
  if (!scope.turnstile) {
    loading ??= addScript().finally(() => (loading = null));
    await loading;
  }
  if (!scope.turnstile) throw new Error("Turnstile did not start");
  return scope.turnstile;
}
