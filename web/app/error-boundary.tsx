import { Component, type ReactNode } from "react";
import { ErrorScreen } from "./error-screen.tsx";
import { isMissingChunk, reloadIfReachable } from "./missing-chunk.ts";

/** The last net: whatever throws while rendering ends here and not in a blank page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error("Unknown error occurred") };
  }

  override componentDidMount() {
    addEventListener("popstate", this.forget);
  }

  override componentWillUnmount() {
    removeEventListener("popstate", this.forget);
  }

  /** Going back leaves the page that broke. */
  forget = () => {
    if (this.state.error !== null) this.setState({ error: null });
  };

  /** A part that could not be fetched stays so until the page is loaded anew. */
  retry = () => {
    if (isMissingChunk(this.state.error)) void reloadIfReachable();
    else this.forget();
  };

  override render() {
    if (this.state.error === null) return this.props.children;
    return <ErrorScreen error={this.state.error} onRetry={this.retry} />;
  }
}
