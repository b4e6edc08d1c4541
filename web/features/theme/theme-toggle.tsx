import { useStore } from "#web/lib/store.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import type { IconName } from "#view/icon.tsx";
import { nextTheme, setTheme, type Theme, themeStore } from "./theme.ts";

const ICONS: Record<Theme, IconName> = { system: "system", dark: "moon", light: "sun" };
const NAMES: Record<Theme, string> = { system: "System", dark: "Dark", light: "Light" };

/** Cycles through system, dark and light. */
export function ThemeToggle({ className }: { className?: string }) {
  const theme = useStore(themeStore);
  const next = nextTheme(theme);
  return (
    <IconButton
      icon={ICONS[theme]}
      label={`Theme: ${NAMES[theme]}. Switch to ${next}`}
      onClick={() => setTheme(next)}
      className={className}
    />
  );
}
