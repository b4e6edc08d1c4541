/** The product's mark: a cut citrine. Its facets stay citrine in both themes. */
export function Gem({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      <path fill="#f6b73c" d="M13 7h22l10 13H3z" />
      <path fill="#c67d12" d="M3 20h42L24 44z" />
      <path fill="#ffd98a" d="M13 7h22l-5 13H18z" />
      <path fill="#e9a42a" d="M18 20h12l-6 24z" />
      <path fill="#ffedc4" d="M13 7h11l-6 13H3z" opacity=".6" />
    </svg>
  );
}
