import { useSyncExternalStore } from "react";
import { IconButton } from "#web/ui/icon-button.tsx";
import type { IconName } from "#web/ui/icons.tsx";
import { nextTheme, onThemeChange, setTheme, storedTheme, type Theme } from "./theme.ts";

const ICONS: Record<Theme, IconName> = { system: "system", dark: "moon", light: "sun" };
const NAMES: Record<Theme, string> = { system: "System", dark: "Dark", light: "Light" };

/** Goes round: system, dark, light. */
export function ThemeToggle({ className }: { className?: string }) {
  const theme = useSyncExternalStore(onThemeChange, storedTheme, () => "system" as const);
  const next = nextTheme(theme);
  return (
    <IconButton
      icon={ICONS[theme]}
      label={`Theme: ${NAMES[theme]}. Switch to ${NAMES[next].toLowerCase()}`}
      onClick={() => setTheme(next)}
      className={className}
    />
  );
}
