import { Component, type ReactNode } from "react";
import { ErrorScreen } from "./error-screen.tsx";
import { isMissingChunk, reloadIfReachable } from "./missing-chunk.ts";

/** Without it an error during rendering leaves a blank page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error("Unknown error occurred") };
  }

  override componentDidMount() {
    addEventListener("popstate", this.reset);
  }

  override componentWillUnmount() {
    removeEventListener("popstate", this.reset);
  }

  /** Going back leaves the page that failed. */
  reset = () => {
    if (this.state.error !== null) this.setState({ error: null });
  };

  /** The browser remembers a failed import until the page is reloaded. */
  retry = () => {
    if (isMissingChunk(this.state.error)) void reloadIfReachable();
    else this.reset();
  };

  override render() {
    if (this.state.error === null) return this.props.children;
    return <ErrorScreen error={this.state.error} onRetry={this.retry} />;
  }
}
