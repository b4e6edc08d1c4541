import type { LinkProps } from "#view/link.tsx";
import { Link } from "#web/link.tsx";

/** The link for components of view/, which do not know the router. */
export function RouterLink({ href, ...rest }: LinkProps) {
  return <Link to={href} {...rest} />;
}
