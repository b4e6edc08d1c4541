import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { BrowserRouter } from "react-router";
import { createQueryClient, dropInlineData, seedFromPage } from "#web/api/query-client.ts";
import { SessionGuard } from "#web/features/auth/session-guard.tsx";
import { Toaster } from "#web/features/toasts/toaster.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { AppRoutes } from "./routes.tsx";

function seededClient() {
  const client = createQueryClient();
  seedFromPage(client, document);
  return client;
}

export function App() {
  const [client] = useState(seededClient);
  // In an effect: React may discard a render and start again from the same data.
  useEffect(() => dropInlineData(document), []);
  return (
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        <BrowserRouter>
          <SessionGuard />
          <AppRoutes />
          <Toaster />
        </BrowserRouter>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
