import { type ComponentProps, useState } from "react";
import { TextField } from "./field.tsx";
import { IconButton } from "./icon-button.tsx";

/** `autoComplete` lets a password manager fill in the old password or suggest a new one. */
export function PasswordField({
  autoComplete,
  ...rest
}: Omit<ComponentProps<typeof TextField>, "type" | "trailing"> & {
  autoComplete: "current-password" | "new-password";
}) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      type={isShown ? "text" : "password"}
      autoComplete={autoComplete}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      trailing={
        <IconButton
          icon={isShown ? "eyeOff" : "eye"}
          label={isShown ? "Hide password" : "Show password"}
          disabled={rest.disabled}
          onClick={() => setShown(!isShown)}
        />
      }
      {...rest}
    />
  );
}

/** Names the account for a password manager in a form that does not ask for the name. */
export function AccountName({ value }: { value: string }) {
  return <input type="text" hidden autoComplete="username" value={value} readOnly />;
}
