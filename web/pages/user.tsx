import { useParams } from "react-router";
import { usePageTitle } from "#web/lib/page-title.ts";

export function UserPage() {
  const { username = "" } = useParams();
  usePageTitle(`u/${username} - Media Posts | Reddit User Search`);
  return <h1 className="p-6 font-display text-xl font-bold">u/{username}</h1>;
}
