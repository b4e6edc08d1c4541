import { type ComponentProps, useState } from "react";
import { TextField } from "./field.tsx";
import { IconButton } from "./icon-button.tsx";

/** A password that can be looked at. `autoComplete` says to the password manager which one it is. */
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
          aria-pressed={isShown}
          disabled={rest.disabled}
          onClick={() => setShown(!isShown)}
        />
      }
      {...rest}
    />
  );
}

/** Tells a password manager whose password a form is about, where the form does not ask. */
export function AccountName({ value }: { value: string }) {
  return <input type="text" hidden autoComplete="username" value={value} readOnly />;
}
