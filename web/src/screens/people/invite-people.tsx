import { useState } from 'react';
import { useInvitations } from '../../api/people-invitations.ts';
import { Confirm } from '../../features/confirm/confirm.tsx';
import { showAlert } from '../../lib/dialogs.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { useTenant } from '../../lib/runtime.tsx';
import { addToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { peopleTexts } from './people-texts.ts';

const failed = (message: string) => showAlert({ type: 'danger', message: escapeHtml(message) });
const done = (message: string) => addToast({ type: 'success', message, autoClose: true });

interface InviteAllProps {
  /** How many people the list has. */
  count: number;
  /** Filters of the list. */
  search: { searchValue: string; includeExpireData: boolean };
}

/** Invites everybody in a list of people who have never logged in. */
export function InviteAll({ count, search }: InviteAllProps) {
  const { inviteAll } = useInvitations();
  const { name: academy } = useTenant();
  const [isAsking, setAsking] = useState(false);
  const invite = async () => {
    const sent = await inviteAll(search);
    done(peopleTexts.invited({ count: sent }));
  };
  return (
    <>
      <Button disabled={count === 0} onClick={() => setAsking(true)}>
        {peopleTexts.inviteAll}
      </Button>
      <Confirm
        open={isAsking}
        title={peopleTexts.inviteTitle({ count })}
        action={peopleTexts.sendInvitations}
        onConfirm={invite}
        onClose={() => setAsking(false)}
        onFailure={failed}
      >
        <p>{peopleTexts.inviteText({ academy })}</p>
        <p>{peopleTexts.invitePause}</p>
      </Confirm>
    </>
  );
}

/** Sends one person an invitation, or another one. */
export function InviteOne({ email, isAgain }: { email: string; isAgain: boolean }) {
  const { invite } = useInvitations();
  const [isPending, setPending] = useState(false);
  const send = async () => {
    setPending(true);
    try {
      const outcome = await invite(email);
      if (outcome === 'sent') done(peopleTexts.invited({ count: 1 }));
      else failed(outcome === 'recent' ? peopleTexts.invitedRecently : peopleTexts.invitedNever);
    } catch (error) {
      failed(error instanceof Error ? error.message : String(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <Button disabled={isPending} onClick={() => void send()}>
      {isAgain ? peopleTexts.inviteAgain : peopleTexts.invite}
    </Button>
  );
}
