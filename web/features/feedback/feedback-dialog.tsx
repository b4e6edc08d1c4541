import { PanelDialog } from "#web/ui/panel-dialog.tsx";
import { ExternalChannels } from "./external-channels.tsx";
import { FeedbackForm } from "./feedback-form.tsx";

export function FeedbackDialog({ onClose }: { onClose: () => void }) {
  return (
    <PanelDialog
      wide
      onClose={onClose}
      title="Feedback"
      description="Tell us what works and what does not. A person reads it."
    >
      <FeedbackForm onClose={onClose} />
      <ExternalChannels />
    </PanelDialog>
  );
}
