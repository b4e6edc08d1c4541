import type { PresentationStyle } from "#schema/api/preferences.ts";
import { Icon } from "#view/icon.tsx";
import { optionsOf } from "#web/lib/options-of.ts";
import { Panel } from "#web/ui/panel.tsx";
import { Segmented } from "#web/ui/segmented.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { useResetPreferences, useUpdatePreferences } from "./preferences.mutations.ts";
import { usePreferences } from "./preferences.queries.ts";

const STYLES = optionsOf<PresentationStyle>({ grid: "Grid", masonry: "Masonry" });

function ResetButton() {
  const { mutate: reset, isPending } = useResetPreferences();
  return (
    <button
      type="button"
      aria-disabled={isPending}
      onClick={() => isPending || reset()}
      className="hit shrink-0 text-sm text-quiet underline underline-offset-2 hover:text-text aria-disabled:opacity-60"
    >
      Reset to defaults
    </button>
  );
}

/** Each change is saved at once, for all devices of the account. */
export function ViewPreferences() {
  const { blurEnabled, searchPresentationStyle } = usePreferences();
  const { mutate: update } = useUpdatePreferences();
  return (
    <Panel title="View Preferences" action={<ResetButton />}>
      <Switch
        label="Blur NSFW Content"
        hint="Point at a picture, or hold it, to see it"
        checked={blurEnabled}
        onChange={(checked) => update({ blurEnabled: checked })}
      />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        {/* The group has it as its name. */}
        <p aria-hidden="true" className="text-sm font-medium">
          Search Presentation Style
        </p>
        <Segmented
          label="Search Presentation Style"
          className="flex-wrap"
          value={searchPresentationStyle}
          options={STYLES.map(({ value, label }) => ({
            value,
            label,
            children: (
              <>
                <Icon name={value} size={16} />
                {label}
              </>
            ),
          }))}
          onChange={(value) => update({ searchPresentationStyle: value })}
        />
      </div>
    </Panel>
  );
}
