import { MessagePage } from '../../features/message-page/message-page.tsx';
import { urls } from '../../navigation/urls.ts';
import type { SignInReason } from '../../sign-in/sign-in-error.ts';
import { LinkButton } from '../../ui/button.tsx';
import { REASONS } from './reasons.ts';

/** Why a sign-in failed, with two links. */
export default function CallbackProblem({ reason }: { reason: SignInReason }) {
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
      {REASONS[reason]}
    </MessagePage>
  );
}
