import { brand } from "#schema/brand.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { PanelDialog } from "#web/ui/panel-dialog.tsx";

/** Loaded when somebody asks for it. */
export function FeedbackDialog({ onClose }: { onClose: () => void }) {
  return (
    <PanelDialog
      open
      onClose={onClose}
      title="Feedback"
      description="Tell us what works and what does not."
    >
      <a href={`mailto:${brand.contactEmail}`} className={buttonClass("primary")}>
        Write to {brand.contactEmail}
      </a>
    </PanelDialog>
  );
}
