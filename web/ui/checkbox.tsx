import type { InputHTMLAttributes } from "react";

export function Checkbox({
  label,
  ...rest
}: Omit<InputHTMLAttributes<HTMLInputElement>, "type"> & { label: string }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2.5 text-sm">
      <input type="checkbox" className="size-4.5 shrink-0 accent-citrine" {...rest} />
      {label}
    </label>
  );
}
