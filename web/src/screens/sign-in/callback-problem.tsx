import { MessagePage } from '../../features/message-page/message-page.tsx';
import { urls } from '../../navigation/urls.ts';
import type { SignInReason } from '../../sign-in/sign-in-error.ts';
import { LinkButton } from '../../ui/button.tsx';
import { signInTexts } from './sign-in-texts.ts';

/** Why a sign-in failed, with two links. */
export default function CallbackProblem({ reason }: { reason: SignInReason }) {
  return (
    <MessagePage
      title={signInTexts.problemTitle}
      art="lost-on-the-way"
      actions={
        <>
          <LinkButton look="primary" href={urls.auth()}>
            {signInTexts.tryAgain}
          </LinkButton>
          <LinkButton href={urls.home()}>{signInTexts.home}</LinkButton>
        </>
      }
    >
      {signInTexts[reason]}
    </MessagePage>
  );
}
