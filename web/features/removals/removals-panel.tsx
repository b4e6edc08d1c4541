import { useState } from "react";
import { type Removal, removalKey } from "#schema/api/removals.ts";
import type { FormDraft } from "#web/lib/form-draft.ts";
import { RemovalForm } from "./removal-form.tsx";
import { ALL_REMOVALS, RemovalList } from "./removal-list.tsx";

export function RemovalsPanel({ draft, onAdded }: { draft: FormDraft; onAdded: () => void }) {
  const [filter, setFilter] = useState(ALL_REMOVALS);
  const [saved, setSaved] = useState(0);

  function showExisting({ kind, key }: Pick<Removal, "kind" | "key">) {
    setFilter({ kind, q: removalKey(kind, key) ?? key });
  }

  function startNext() {
    draft.clear();
    setFilter(ALL_REMOVALS);
    setSaved((count) => count + 1);
    onAdded();
  }

  return (
    <div className="flex flex-col gap-8">
      <section aria-labelledby="remove" className="max-w-2xl">
        <h2 id="remove" className="font-display text-lg font-bold">
          Remove something
        </h2>
        <p className="mt-1 mb-4 text-sm text-quiet">
          Search, pages, previews, boards, saved lists and hearts leave it out within a minute. At
          Reddit it stays as it is.
        </p>
        <RemovalForm
          key={saved}
          draft={draft}
          isNext={saved > 0}
          onAdded={startNext}
          onExisting={showExisting}
        />
      </section>
      <section aria-labelledby="removed">
        <h2 id="removed" className="mb-4 font-display text-lg font-bold">
          Removed
        </h2>
        <RemovalList filter={filter} onFilter={setFilter} />
      </section>
    </div>
  );
}
