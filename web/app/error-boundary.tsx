import { Component, type ReactNode } from "react";
import { showFailure } from "#web/features/toasts/show-failure.ts";
import { focusMain } from "#web/lib/focus-main.ts";
import {
  isMissingChunk,
  reloadForMissingChunk,
  reloadIfReachable,
} from "#web/lib/missing-chunk.ts";
import { ErrorScreen } from "./error-screen.tsx";

interface BoundaryProps {
  /** The location's key. `popstate` comes before the router's render, which would fail again at the old location. */
  place?: string;
  children: ReactNode;
}

interface BoundaryState {
  error: unknown;
  place?: string | undefined;
}

export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error("Unknown error occurred") };
  }

  /** A new location has not failed yet. */
  static getDerivedStateFromProps({ place }: BoundaryProps, state: BoundaryState) {
    return place === state.place ? null : { error: null, place };
  }

  override componentDidMount() {
    addEventListener("popstate", this.reset);
  }

  override componentWillUnmount() {
    removeEventListener("popstate", this.reset);
  }

  /** A reload loses typed text: parts that the page can do without are left out instead (`optionalPart`). */
  override componentDidCatch(error: unknown) {
    if (isMissingChunk(error)) reloadForMissingChunk();
  }

  /** Also on popstate: Back leaves the page that failed. */
  reset = () => {
    if (this.state.error !== null) this.setState({ error: null });
  };

  /** The browser remembers a failed import until the page is reloaded. */
  retry = async () => {
    const { error } = this.state;
    if (!isMissingChunk(error)) {
      // The page replaces the button.
      focusMain();
      return this.reset();
    }
    if (await reloadIfReachable()) return;
    showFailure(error, { title: "Still no connection" });
  };

  override render() {
    if (this.state.error === null) return this.props.children;
    return <ErrorScreen error={this.state.error} onRetry={() => void this.retry()} />;
  }
}
