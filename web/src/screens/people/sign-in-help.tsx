import { useState } from 'react';
import type { Person } from '../../api/people-admin.ts';
import { type SignInHelp, useInvitations } from '../../api/people-invitations.ts';
import { Confirm } from '../../features/confirm/confirm.tsx';
import { showAlert } from '../../lib/dialogs.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { addToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import css from './learner-page.module.css';
import { nameOf } from './people-columns.tsx';
import { peopleTexts } from './people-texts.ts';

/** Words of each help: button, question, what happens, and what was done. */
const WORDS: Readonly<Record<SignInHelp, () => { button: string; title: string; text: string; done: string }>> = {
  'password-link': () => ({
    button: peopleTexts.sendLink,
    title: peopleTexts.sendLinkTitle,
    text: peopleTexts.sendLinkText,
    done: peopleTexts.linkSent,
  }),
  'second-factors': () => ({
    button: peopleTexts.removeFactors,
    title: peopleTexts.removeFactorsTitle,
    text: peopleTexts.removeFactorsText,
    done: peopleTexts.factorsRemoved,
  }),
  sessions: () => ({
    button: peopleTexts.endSessions,
    title: peopleTexts.endSessionsTitle,
    text: peopleTexts.endSessionsText,
    done: peopleTexts.sessionsEnded,
  }),
  address: () => ({
    button: peopleTexts.confirmAddress,
    title: peopleTexts.confirmAddressTitle,
    text: peopleTexts.confirmAddressText,
    done: peopleTexts.addressConfirmed,
  }),
};

/** Help for a person who cannot log in; with another provider it is given there. */
export function SignInHelpSection({ person, managedHere }: { person: Person; managedHere: boolean }) {
  const { help } = useInvitations();
  const [asked, setAsked] = useState<SignInHelp | null>(null);
  const kinds = (Object.keys(WORDS) as SignInHelp[]).filter((kind) => kind !== 'address' || !person.userVerified);
  const confirm = async (kind: SignInHelp) => {
    await help(person.userId, kind);
    addToast({ type: 'success', message: WORDS[kind]().done, autoClose: true });
  };
  return (
    <section aria-labelledby="sign-in-help" className={css.entries}>
      <h2 id="sign-in-help">{peopleTexts.signInHelp}</h2>
      {managedHere ? (
        <>
          <p className={css.muted}>{peopleTexts.signInHelpText({ name: nameOf(person) })}</p>
          <div className={css.buttons}>
            {kinds.map((kind) => (
              <Button key={kind} onClick={() => setAsked(kind)}>
                {WORDS[kind]().button}
              </Button>
            ))}
          </div>
        </>
      ) : (
        <p className={css.muted}>{peopleTexts.signInElsewhere}</p>
      )}
      {asked !== null && (
        <Confirm
          open
          title={WORDS[asked]().title}
          action={WORDS[asked]().button}
          isDangerous={asked === 'second-factors'}
          onConfirm={() => confirm(asked)}
          onClose={() => setAsked(null)}
          onFailure={(message) => showAlert({ type: 'danger', message: escapeHtml(message) })}
        >
          <p>{WORDS[asked]().text}</p>
        </Confirm>
      )}
    </section>
  );
}
