import { type StateProps, StateSection } from "#view/state-section.tsx";

export function EmptyState({ icon = "search", ...props }: StateProps) {
  return <StateSection icon={icon} {...props} />;
}

export function ErrorState(props: Omit<StateProps, "icon">) {
  return <StateSection icon="warning" role="alert" {...props} />;
}
