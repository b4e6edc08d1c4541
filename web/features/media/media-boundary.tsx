import { Component, type ReactNode } from "react";
import { Notice, StageButton } from "./notice.tsx";

/** An error in one medium must not remove the post. */
export class MediaBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <Notice
        title="Media Error"
        alert
        action={
          <StageButton onClick={() => this.setState({ failed: false })}>Try Again</StageButton>
        }
      >
        This could not be shown.
      </Notice>
    );
  }
}
