import { useState } from "react";
import { deleteAccountRequest } from "#schema/api/account.ts";
import { showToast } from "#web/features/toasts/toast-store.ts";
import { checkForm } from "#web/lib/form-values.ts";
import { useForm } from "#web/lib/use-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { PanelDialog } from "#web/ui/panel-dialog.tsx";
import { AccountName, PasswordField } from "#web/ui/password-field.tsx";
import { accountMessages } from "./account.messages.ts";
import { deleteFailure, useDeleteAccount } from "./account.mutations.ts";
import { passwordFailure } from "./password-failure.ts";

export function DeleteDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const remove = useDeleteAccount();
  const [isUnderstood, setUnderstood] = useState(false);
  const { form, field, general, isSubmitting } = useForm({
    check: (values) => checkForm(deleteAccountRequest, values),
    send: (body) => remove.mutateAsync(body),
    failure: (error) => passwordFailure(error, "password", deleteFailure(error)),
  });
  function close() {
    if (isSubmitting) showToast(accountMessages.deleting);
    onClose();
  }
  return (
    <PanelDialog
      onClose={close}
      title="Delete account"
      description={`@${username}, your hearts, your feedback and your preferences are deleted. This cannot be undone.`}
    >
      <form {...form} className="flex flex-col gap-4">
        <AccountName value={username} />
        <PasswordField
          {...field("password")}
          label="Your password"
          autoComplete="current-password"
        />
        <Checkbox
          label="I understand that nothing can be brought back"
          checked={isUnderstood}
          disabled={isSubmitting}
          onChange={(event) => setUnderstood(event.target.checked)}
        />
        <FormError isInToast>{general}</FormError>
        <div className="flex flex-wrap justify-end gap-3">
          <Button tone="secondary" disabled={isSubmitting} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" tone="danger" disabled={isSubmitting || !isUnderstood}>
            {isSubmitting ? "Deleting..." : "Delete account"}
          </Button>
        </div>
      </form>
    </PanelDialog>
  );
}
