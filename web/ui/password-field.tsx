import { type ComponentProps, useState } from "react";
import { asTyped, TextField } from "./field.tsx";
import { IconButton } from "./icon-button.tsx";

/** `autoComplete` tells password managers whether to fill in a password or to suggest one. */
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
      {...asTyped}
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

/** Tells password managers which account a form without a name field belongs to. */
export function AccountName({ value }: { value: string }) {
  return <input type="text" hidden autoComplete="username" value={value} readOnly />;
}
