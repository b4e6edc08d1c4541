import { Icon } from "./icons.tsx";

/** Stands above the button. It is always in the page, so that what comes into it is read out. */
export function FormError({ children }: { children: string | null }) {
  return (
    <div role="alert" className="empty:-mt-4">
      {children && (
        <p className="flex items-start gap-2.5 rounded-input border border-garnet p-3 text-sm">
          <Icon name="warning" size={18} className="mt-px shrink-0 text-garnet" />
          {children}
        </p>
      )}
    </div>
  );
}
