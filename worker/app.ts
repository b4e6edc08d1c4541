import { Hono } from "hono";
import { accountRoutes } from "./account/account.routes.ts";
import { atItsAddressOnly } from "./admin/admin.middleware.ts";
import { adminRoutes } from "./admin/admin.routes.ts";
import { authRoutes } from "./auth/auth.routes.ts";
import { badgesRoutes } from "./badges/badges.routes.ts";
import { feedbackRoutes } from "./feedback/feedback.routes.ts";
import { feedsRoutes } from "./feeds/feeds.routes.ts";
import { followingRoutes } from "./following/following.routes.ts";
import { healthRoutes } from "./health/health.routes.ts";
import { heartsRoutes } from "./hearts/hearts.routes.ts";
import type { AppEnv } from "./http/context.ts";
import { chooseDatabase } from "./http/database.middleware.ts";
import { withDeadline } from "./http/deadline.ts";
import { refuseUnrouted } from "./http/refuse-unrouted.ts";
import { onError } from "./http/on-error.ts";
import { ownOriginsOnly } from "./http/origin.ts";
import { requestLog } from "./http/request-log.ts";
import { apiHeaders } from "./http/security-headers.ts";
import { leaderboardRoutes } from "./leaderboard/leaderboard.routes.ts";
import { nsfwSubredditsRoutes } from "./nsfw-subreddits/nsfw-subreddits.routes.ts";
import { pageRoutes } from "./page/page.routes.ts";
import { postsRoutes } from "./posts/posts.routes.ts";
import { preferencesRoutes } from "./preferences/preferences.routes.ts";
import { redgifsRoutes } from "./redgifs/redgifs.routes.ts";
import { adminRemovalsRoutes, removalsRoutes } from "./removals/removals.routes.ts";
import { searchRoutes } from "./search/search.routes.ts";
import { savedRoutes } from "./saved/saved.routes.ts";
import { withVisitorBudget } from "./visitor-budget/visitor-budget.middleware.ts";

/** Middleware in order, then one line per noun. */
export const app = new Hono<AppEnv>();

app.use(requestLog, withVisitorBudget, chooseDatabase);
app.use("/api/*", apiHeaders, ownOriginsOnly, withDeadline);
app.use("/api/admin/*", atItsAddressOnly);

app.route("/api/health", healthRoutes);
app.route("/api/auth", authRoutes);
app.route("/api/user", accountRoutes);
app.route("/api/user/preferences", preferencesRoutes);
app.route("/api/reddit", searchRoutes);
app.route("/api/reddit/post", postsRoutes);
app.route("/api/reddit/redgifs", redgifsRoutes);
app.route("/api/redgifs", redgifsRoutes);
app.route("/api/following", followingRoutes);
app.route("/api/feedback", feedbackRoutes);
app.route("/api/admin", adminRoutes);
app.route("/api/admin/nsfw-subreddits", nsfwSubredditsRoutes);
app.route("/api/admin/removals", adminRemovalsRoutes);
app.route("/api/removals", removalsRoutes);
app.route("/api/leaderboard", heartsRoutes);
app.route("/api/leaderboard", leaderboardRoutes);
app.route("/api/leaderboard/saved", savedRoutes);
app.route("/api/badges", badgesRoutes);

app.all("/api", (c) => refuseUnrouted(app, c));
app.all("/api/*", (c) => refuseUnrouted(app, c));
app.route("/user", feedsRoutes);
app.route("/", pageRoutes);

app.onError(onError);
