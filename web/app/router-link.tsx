import type { LinkProps } from "#view/link.tsx";
import { Link } from "#web/link.tsx";

/** For the components of view/, which know no router. */
export function RouterLink({ href, ...rest }: LinkProps) {
  return <Link to={href} {...rest} />;
}
