import { type StateProps, StateSection } from "#view/state-section.tsx";

export function EmptyState({ icon = "search", ...props }: StateProps) {
  return <StateSection icon={icon} {...props} />;
}

export function ErrorState({ icon = "warning", ...props }: StateProps) {
  return <StateSection icon={icon} tone="text-garnet" role="alert" {...props} />;
}
