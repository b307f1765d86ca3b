import { LoadingScreen } from '../../shell/loading-screen.tsx';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { useSignOut } from './use-sign-out.ts';

export const head = () => ({ title: 'Log out', noIndex: true });

/** The log-out in progress; it asks before unsent actions would be lost. */
export default function SignOutScreen() {
  const question = useSignOut();
  const stay = () => question?.answer(false);
  return (
    <>
      <LoadingScreen />
      <Modal
        open={question !== null}
        title="Not everything is saved yet"
        onClose={stay}
        actions={
          <>
            <Button onClick={() => question?.answer(true)}>Log out and lose them</Button>
            <Button look="primary" data-first onClick={stay}>
              Stay logged in
            </Button>
          </>
        }
      >
        <p>
          {question?.count === 1 ? 'One of your steps' : `${question?.count} of your steps`} could not be sent. They are
          kept in this browser and sent later if you stay logged in.
        </p>
      </Modal>
    </>
  );
}
