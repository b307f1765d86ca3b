import type { AccountSession } from '@academy/contract/account';
import { currentLocale } from '@academy/contract/i18n/languages';
import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { useAccountChanges, useSessions } from '../../api/account.ts';
import { reasonOf } from '../../api/call-error.ts';
import { addToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import css from './account-page.module.css';
import { accountTexts } from './account-texts.ts';
import { leave, sendUnsent } from './leave.ts';

const momentOf = (at: string) =>
  new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at));

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
      addToast({ type: 'success', message: accountTexts.signedOut({ device }) });
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
                    ? accountTexts.thisBrowser({ moment: momentOf(session.createdAt) })
                    : accountTexts.lastUsed({ moment: momentOf(session.lastUsedAt) })}
                </p>
              </div>
              {!session.isCurrent && (
                <Button
                  aria-label={accountTexts.signOutDevice({
                    device: session.device,
                    moment: momentOf(session.lastUsedAt),
                  })}
                  disabled={ending !== null}
                  onClick={() => void end(session)}
                >
                  {ending === session.sessionId ? accountTexts.oneMoment : accountTexts.signOut}
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p className={css.note}>{accountTexts.sessionsElsewhere}</p>
      )}
      <Button onClick={() => setAsking(true)}>{accountTexts.signOutEverywhere}</Button>
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
      title={accountTexts.signOutEverywhereTitle}
      onClose={onClose}
      closable={!isPending}
      actions={
        <>
          <Button data-first disabled={isPending} onClick={onClose}>
            {accountTexts.cancel}
          </Button>
          <Button look="primary" disabled={isPending} onClick={() => void onConfirm()}>
            {isPending ? accountTexts.oneMoment : accountTexts.signOutEverywhere}
          </Button>
        </>
      }
    >
      <p>{managedHere ? accountTexts.signOutText : accountTexts.signOutTextElsewhere}</p>
      <div role="alert">
        {failure !== null && <p className={css.failure}>{accountTexts.stillSignedIn({ failure })}</p>}
      </div>
    </Modal>
  );
}
