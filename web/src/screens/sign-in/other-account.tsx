import { MessagePage } from '../../features/message-page/message-page.tsx';
import { Button } from '../../ui/button.tsx';
import type { OtherAccount } from './use-callback.ts';

/** Asks whether to continue with the account that the provider logged in, and offers the other one. */
export default function OtherAccountQuestion({ email, answer }: OtherAccount) {
  return (
    <MessagePage
      title="This is another account"
      art="lost-on-the-way"
      actions={
        <>
          <Button look="primary" onClick={() => answer(true)}>
            {`Go on as ${email}`}
          </Button>
          <Button onClick={() => answer(false)}>Log in with another account</Button>
        </>
      }
    >
      {`You are logged in as ${email} in this browser. That is not the address you typed.`}
    </MessagePage>
  );
}
