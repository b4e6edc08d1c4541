import { Icon } from "#view/icon.tsx";

/**
 * The region is always in the page: screen readers announce only text that is added to an existing live region.
 * `isInToast`: a toast announces the same sentence.
 */
export function FormError({
  isInToast = false,
  children,
}: {
  isInToast?: boolean;
  children: string | null;
}) {
  return (
    <div role={isInToast ? undefined : "alert"} className="empty:-mt-4">
      {children && (
        <p className="flex items-start gap-2.5 rounded-input border border-garnet p-3 text-sm">
          <Icon name="warning" size={18} className="mt-px shrink-0 text-garnet" />
          {children}
        </p>
      )}
    </div>
  );
}
