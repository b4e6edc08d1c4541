import { Hono } from "hono";
import { authRoutes } from "./auth/auth.routes.ts";
import { healthRoutes } from "./health/health.routes.ts";
import { noStoreByDefault } from "./http/cache-headers.ts";
import type { AppEnv } from "./http/context.ts";
import { refuseUnrouted } from "./http/methods.ts";
import { onError } from "./http/on-error.ts";
import { brandCors, refuseForeignOrigins } from "./http/origin.ts";
import { requestId } from "./http/request-id.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { pageRoutes } from "./page/page.routes.ts";

/** The table of contents: middleware in order, then one line a noun. */
export const app = new Hono<AppEnv>();

app.use(requestId, securityHeaders);
app.use("/api/*", noStoreByDefault, brandCors, refuseForeignOrigins);

app.route("/api/health", healthRoutes);
app.route("/api/auth", authRoutes);

app.all("/api", (c) => refuseUnrouted(app, c));
app.all("/api/*", (c) => refuseUnrouted(app, c));
app.route("/", pageRoutes);

app.onError(onError);
