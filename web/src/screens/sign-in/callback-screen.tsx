import { MessagePage } from '../../features/message-page/message-page.tsx';
import { LoadingScreen } from '../../shell/loading-overlay.tsx';
import type { SignInError } from '../../sign-in/sign-in.ts';
import { LinkButton } from '../../ui/button.tsx';
import { urls } from '../../urls.ts';
import { useCallback } from './use-callback.ts';

export const head = () => ({ title: 'Signing in', noIndex: true });

const REASONS: Record<SignInError['reason'], string> = {
  cancelled: 'You came back before you were logged in. Nothing has changed.',
  refused: 'The log-in could not be confirmed. This happens when it took too long or was begun in another tab.',
  unreachable: 'The log-in service does not answer right now. Please try again in a moment.',
  'no-code': 'This page ends a log-in, but none was under way.',
};

/** Where the identity provider sends people back: a spinner while the log-in ends, else an explanation and ways on. */
export default function CallbackScreen() {
  const error = useCallback();
  if (error === null) return <LoadingScreen />;
  return (
    <MessagePage
      title="You are not logged in"
      art="lost-on-the-way"
      actions={
        <>
          <LinkButton look="primary" href={urls.auth()}>
            Try again
          </LinkButton>
          <LinkButton href={urls.home()}>Home</LinkButton>
        </>
      }
    >
      {REASONS[error.reason]}
    </MessagePage>
  );
}
