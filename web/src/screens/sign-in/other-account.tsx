import { MessagePage } from '../../features/message-page/message-page.tsx';
import { Button } from '../../ui/button.tsx';
import { signInTexts } from './sign-in-texts.ts';
import type { OtherAccount } from './use-callback.ts';

/** Asks whether to continue with the account that the provider logged in, and offers the other one. */
export default function OtherAccountQuestion({ email, answer }: OtherAccount) {
  return (
    <MessagePage
      title={signInTexts.otherAccount}
      art="lost-on-the-way"
      actions={
        <>
          <Button look="primary" onClick={() => answer(true)}>
            {signInTexts.continueAs({ email })}
          </Button>
          <Button onClick={() => answer(false)}>{signInTexts.useOther}</Button>
        </>
      }
    >
      {signInTexts.otherAccountText({ email })}
    </MessagePage>
  );
}
