import { failureSentence } from "#web/api/api-error.ts";
import { deviceFollows, unfollowOnDevice } from "#web/features/hearts/device-follows.ts";
import { plural } from "#web/lib/format-count.ts";
import { passFocusToNextRow } from "#web/lib/pass-focus-to-next-row.ts";
import { useStore } from "#web/lib/store.ts";
import { useTakeOver } from "./following.mutations.ts";

const BUTTON =
  "hit rounded-sm font-semibold text-citrine underline underline-offset-2 aria-disabled:opacity-60";

/** Offers members to take over the creators followed on this device before login. */
export function DeviceFollowsOffer() {
  const names = useStore(deviceFollows);
  const { mutate, isPending, current, data, error } = useTakeOver(names);
  if (names.length === 0) return null;
  const refused = data?.refused.filter((name) => names.includes(name)) ?? [];
  const isRefused = !isPending && refused.length === names.length;
  const list = refused.map((name) => `u/${name}`).join(", ");
  return (
    <div ref={passFocusToNextRow} className="mt-3 min-w-0 text-sm wrap-anywhere text-quiet">
      {error && !isPending && (
        <p role="alert" className="text-text">
          {failureSentence(error, "Not all could be added.")}
        </p>
      )}
      <output>
        {isPending
          ? `Adding u/${current}…`
          : isRefused
            ? `${list} could not be added: not found, suspended, or removed at request.`
            : `You follow ${plural(names.length, "creator")} on this device.`}
      </output>{" "}
      {isRefused ? (
        <button type="button" className={BUTTON} onClick={() => refused.forEach(unfollowOnDevice)}>
          {`Forget ${refused.length === 1 ? "it" : "them"}`}
        </button>
      ) : (
        <button
          type="button"
          className={BUTTON}
          aria-disabled={isPending}
          onClick={() => !isPending && mutate()}
        >
          Add them to your account
        </button>
      )}
    </div>
  );
}
