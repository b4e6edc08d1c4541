/** The specification's wording about the list of adult communities. */
export const nsfwMessages = {
  added: "NSFW subreddit added successfully",
  addFailed: "Failed to add subreddit",
  alreadyListed: "This subreddit is already in the list",
  removed: "NSFW subreddit removed successfully",
  removeFailed: "Failed to remove subreddit",
  protected: { title: "Cannot Delete", description: "Default subreddits cannot be deleted" },
} as const;
