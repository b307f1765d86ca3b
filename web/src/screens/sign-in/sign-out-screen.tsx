import { LoadingScreen } from '../../shell/loading-screen.tsx';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { signOutTexts } from './sign-out-texts.ts';
import { useSignOut } from './use-sign-out.ts';

export const head = () => ({ title: signOutTexts.logOut, noIndex: true });

/** The log-out in progress; it asks before unsent actions would be lost. */
export default function SignOutScreen() {
  const question = useSignOut();
  const stay = () => question?.answer(false);
  return (
    <>
      <LoadingScreen />
      <Modal
        open={question !== null}
        title={signOutTexts.notSaved}
        onClose={stay}
        actions={
          <>
            <Button onClick={() => question?.answer(true)}>{signOutTexts.logOutAndLose}</Button>
            <Button look="primary" data-first onClick={stay}>
              {signOutTexts.stay}
            </Button>
          </>
        }
      >
        <p>{signOutTexts.pending({ count: question?.count ?? 0 })}</p>
      </Modal>
    </>
  );
}
