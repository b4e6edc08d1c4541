import type { PresentationStyle } from "#schema/api/preferences.ts";
import { Icon } from "#web/ui/icons.tsx";
import { Segmented } from "#web/ui/segmented.tsx";
import { Switch } from "#web/ui/switch.tsx";
import {
  usePreferences,
  useResetPreferences,
  useUpdatePreferences,
} from "./preferences.queries.ts";

const STYLES: { value: PresentationStyle; label: string; icon: "grid" | "masonry" }[] = [
  { value: "grid", label: "Grid", icon: "grid" },
  { value: "masonry", label: "Masonry", icon: "masonry" },
];

/** How posts look everywhere this person is signed in. Each change is saved at once. */
export function ViewPreferences() {
  const { blurEnabled, searchPresentationStyle } = usePreferences();
  const { mutate: update } = useUpdatePreferences();
  const { mutate: reset, isPending } = useResetPreferences();
  return (
    <div className="flex flex-col gap-4">
      <Switch
        label="Blur NSFW Content"
        hint="Thumbnails show when you point at them"
        checked={blurEnabled}
        onChange={(checked) => update({ blurEnabled: checked })}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-sm font-medium">Search Presentation Style</p>
        <Segmented
          legend="Search Presentation Style"
          value={searchPresentationStyle}
          options={STYLES.map(({ value, label, icon }) => ({
            value,
            label,
            children: (
              <>
                <Icon name={icon} size={16} />
                {label}
              </>
            ),
          }))}
          onChange={(value) => update({ searchPresentationStyle: value })}
        />
      </div>
      <button
        type="button"
        disabled={isPending}
        onClick={() => reset()}
        className="hit w-max text-sm text-quiet underline underline-offset-2 hover:text-text disabled:opacity-60"
      >
        Reset to defaults
      </button>
    </div>
  );
}
