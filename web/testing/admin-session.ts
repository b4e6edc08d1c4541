/** What a tab sees of another one that the server has refused the admin's token. */
export function endSessionInAnotherTab(): void {
  localStorage.setItem("adminToken", "");
  dispatchEvent(new StorageEvent("storage", { key: "adminToken" }));
}
