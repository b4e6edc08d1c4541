/** Over the still that is already there; on an empty stage it says what it waits for. */
export function MediaSpinner() {
  return (
    <output aria-label="Loading media" className="media-spinner">
      <span />
    </output>
  );
}
