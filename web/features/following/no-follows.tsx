import { useLoginLink } from "#web/features/auth/login-link.ts";
import { Link } from "#web/link.tsx";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/state.tsx";

export function NoFollows({ isAuthenticated }: { isAuthenticated: boolean }) {
  const loginLink = useLoginLink();
  return (
    <EmptyState
      icon="heart"
      title="You follow nobody yet"
      action={
        <>
          <Link to={paths.home()} className={buttonClass("primary")}>
            Start Exploring
          </Link>
          {!isAuthenticated && (
            <Link {...loginLink(paths.login())} className={buttonClass("secondary")}>
              Log in
            </Link>
          )}
        </>
      }
    >
      {isAuthenticated ? (
        <p>Press the heart of a creator you like, and their newest posts are here.</p>
      ) : (
        <p>
          Open a creator, press the heart and choose ‘Follow on this device’. With an account, the
          creators you heart are here on every device.
        </p>
      )}
    </EmptyState>
  );
}
