import type { AccountSession } from '@academy/contract/account';
import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { useAccountChanges, useSessions } from '../../api/account.ts';
import { reasonOf } from '../../api/call-error.ts';
import { addToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import css from './account-page.module.css';
import { leave, sendUnsent } from './leave.ts';

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** The browsers in which the person is signed in; ends one, or all. */
export function SessionList({ managedHere }: { managedHere: boolean }) {
  const sessions = useSessions();
  const { endSessions } = useAccountChanges();
  const [ending, setEnding] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);

  const end = async ({ sessionId, device }: AccountSession) => {
    setEnding(sessionId);
    try {
      await endSessions([sessionId]);
      addToast({ type: 'success', message: `${device} is signed out.` });
    } catch (error) {
      addToast({ message: reasonOf(error) });
    } finally {
      setEnding(null);
    }
  };

  return (
    <div className={css.part}>
      {managedHere ? (
        <ul className={css.sessions}>
          {sessions.map((session) => (
            <li key={session.sessionId}>
              <MonitorSmartphone aria-hidden="true" />
              <div>
                <p className={css.value}>{session.device}</p>
                <p className={css.note}>
                  {session.isCurrent
                    ? `This browser, signed in ${moment.format(new Date(session.createdAt))}`
                    : `Last used ${moment.format(new Date(session.lastUsedAt))}`}
                </p>
              </div>
              {!session.isCurrent && (
                <Button
                  aria-label={`Sign out ${session.device}, last used ${moment.format(new Date(session.lastUsedAt))}`}
                  disabled={ending !== null}
                  onClick={() => void end(session)}
                >
                  {ending === session.sessionId ? 'One moment' : 'Sign out'}
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p className={css.note}>The service you log in with keeps the list of your browsers.</p>
      )}
      <Button onClick={() => setAsking(true)}>Sign out everywhere</Button>
      <SignOutEverywhere open={asking} managedHere={managedHere} onClose={() => setAsking(false)} />
    </div>
  );
}

interface SignOutEverywhereProps {
  open: boolean;
  managedHere: boolean;
  onClose: () => void;
}

function SignOutEverywhere({ open, managedHere, onClose }: SignOutEverywhereProps) {
  const { endAllSessions } = useAccountChanges();
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const onConfirm = async () => {
    setPending(true);
    setFailure(null);
    try {
      await sendUnsent();
      await endAllSessions();
      leave();
    } catch (error) {
      setFailure(reasonOf(error));
      setPending(false);
    }
  };
  return (
    <Modal
      open={open}
      title="Sign out everywhere?"
      onClose={onClose}
      closable={!isPending}
      actions={
        <>
          <Button data-first disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" disabled={isPending} onClick={() => void onConfirm()}>
            {isPending ? 'One moment' : 'Sign out everywhere'}
          </Button>
        </>
      }
    >
      <p>
        {managedHere
          ? 'Every browser and device is logged out of all academies at once, this one too. Your access tokens stay as they are.'
          : 'This browser is logged out. In others the academy asks to log in again; the service you log in with may do that without a question.'}
      </p>
      <div role="alert">{failure !== null && <p className={css.failure}>You are still signed in. {failure}</p>}</div>
    </Modal>
  );
}
