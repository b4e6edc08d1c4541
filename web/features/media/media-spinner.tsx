export function MediaSpinner() {
  return (
    <output aria-label="Loading media" className="media-spinner">
      <span />
    </output>
  );
}
