import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, configure, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { afterEach } from "vitest";
import { createQueryClient } from "#web/api/query-client.ts";

// The default timeout of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

afterEach(cleanup);

interface RenderOptions {
  client?: QueryClient;
  path?: string;
}

/** Renders inside a query client and a router, like the app. */
export function renderInApp(
  children: ReactNode,
  { client = createQueryClient(), path = "/" }: RenderOptions = {},
) {
  const wrapper = ({ children: inside }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>{inside}</MemoryRouter>
    </QueryClientProvider>
  );
  return { client, ...render(children, { wrapper }) };
}
