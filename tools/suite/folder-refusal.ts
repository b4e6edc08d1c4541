/** Why the checks cannot run in this folder; `tracked` is the result of trackedFiles(). */
export function folderRefusal(folder: string, tracked: readonly string[] | null): string | null {
  // dependency-cruiser imports its configuration as file:// and this path, without encoding it.
  if (folder.includes("%"))
    return `The path of this folder has a %, and the check of imports cannot read it there: ${folder}\nMove the folder.`;
  if (tracked?.length === 0)
    return (
      `A git repository above this folder ignores it, so that the checks find no file: ${folder}\n` +
      "Run git init here, or move the folder."
    );
  return null;
}
