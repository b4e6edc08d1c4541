/** Every error of the API, with status and sentence. Services throw the code; the web shows the sentence. */
export const ERRORS = {
  "internal.error": [500, "Something went wrong on our side. Please try again."],
  "internal.unavailable": [503, "The service is busy right now. Please try again in a moment."],
  "http.not_found": [404, "There is nothing at this address."],
  "http.method_not_allowed": [405, "This address does not accept that method."],
  "http.invalid_json": [400, "The request body is not valid JSON."],
  "http.body_incomplete": [400, "The request body did not arrive whole."],
  "http.body_late": [
    408,
    "Your request did not arrive in time. Check your connection and try again.",
  ],
  "http.body_too_large": [413, "The request body is too large."],
  "http.unsupported_media_type": [415, "Send the request body as application/json, uncompressed."],
  "http.validation": [400, "Some fields need another look."],
  "http.forbidden_origin": [403, "This request did not come from our own pages."],
  "http.rate_limited": [429, "Too many attempts. Please wait a minute and try again."],

  "auth.required": [401, "Authentication required"],
  "auth.invalid_credentials": [401, "The username or password is incorrect."],
  "auth.wrong_password": [403, "The password is incorrect."],
  "auth.locked": [429, "Too many failed attempts. Please try again later."],
  "auth.challenge_failed": [
    403,
    "We could not confirm that you are human. Please complete the check and try again.",
  ],
  "auth.username_taken": [409, "That username is already taken. Log in if it is yours."],
  "auth.email_taken": [409, "That email address is already registered. Log in if it is yours."],

  "admin.required": [401, "Admin authentication required"],
  "admin.invalid_credentials": [401, "The admin password is incorrect."],
  "admin.not_configured": [503, "Admin access is not configured on this deployment."],

  "search.too_many": [
    429,
    "You are searching faster than our sources allow. Please wait a moment.",
  ],
  "hearts.target_not_found": [404, "That user or post could not be found."],
  "hearts.target_suspended": [404, "Reddit has suspended this account."],
  "hearts.removed": [410, "Removed at request."],
  "hearts.too_many": [
    409,
    "You have given 10,000 hearts, the most an account can. Take one back to give another.",
  ],
  "hearts.too_many_unverified": [
    409,
    "20 of your hearts already wait for our source to know their posts, and no more can. Please try again later.",
  ],
  "posts.not_found": [404, "That post could not be found, or it has no media."],
  "posts.removed": [410, "Removed at request."],

  "reddit.blocked": [503, "Reddit is refusing our requests right now. Please try again later."],
  "reddit.rate_limited": [
    429,
    "Reddit's request limit has been reached. Please try again in a moment.",
  ],
  "reddit.unavailable": [503, "Reddit is not answering right now. Please try again in a moment."],
  "archive.unavailable": [
    503,
    "The post archive is not answering right now. Please try again in a moment.",
  ],
  "archive.rate_limited": [429, "The post archive is busy. Please wait a moment and try again."],
  "redgifs.not_found": [404, "This RedGifs clip does not exist."],
  "redgifs.gone": [410, "This RedGifs clip has been removed."],
  "redgifs.unavailable": [503, "RedGifs is not answering right now."],
  "redgifs.rate_limited": [429, "RedGifs is busy. Please try again in a moment."],

  "badges.user_not_found": [404, "That user could not be found."],
  "feeds.user_not_found": [404, "That user could not be found."],
  "feedback.full": [
    503,
    "Too many messages wait to be read, so yours could not be kept. Please write us an email, or try again tomorrow.",
  ],
  "feedback.not_found": [404, "That feedback no longer exists."],
  "removals.exists": [409, "This is in the list already."],
  "removals.not_found": [404, "That removal is no longer in the list."],
  "removals.too_many": [
    429,
    "Too many requests came from your network within a minute. This one was not sent: please send it again in a minute.",
  ],
  "nsfw_subreddits.already_exists": [409, "This subreddit already exists in the list."],
  "nsfw_subreddits.not_found": [404, "That subreddit is not in the list."],
  "nsfw_subreddits.default_protected": [403, "Default subreddits cannot be deleted"],
} as const satisfies Record<string, readonly [number, string]>;

export type ErrorCode = keyof typeof ERRORS;

export interface ErrorBody {
  success: false;
  error: ErrorCode;
  message: string;
  /** Field name to sentence, for validation failures and taken names. */
  fields?: Record<string, string>;
  requestId: string;
}
