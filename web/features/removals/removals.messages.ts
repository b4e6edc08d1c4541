export const removalMessages = {
  addFailed: { title: "The removal could not be saved. Please try again." },
  exists: "This is in the list already. Its entry is shown below.",
  liftFailed: { title: "The removal could not be lifted. Please try again." },
  received: { title: "Request received" },
  requestFailed: { title: "Your request could not be sent. Please try again." },
} as const;
