import { useState } from 'react';
import { reasonOf } from '../../api/call-error.ts';
import { joinByInvitation } from '../../api/invitation-links.ts';
import { urls } from '../../navigation/urls.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import css from './account-page.module.css';
import { accountTexts } from './account-texts.ts';

/** Asks before the person joins: a link alone changes nothing. */
export function Invitation({ invitation }: { invitation: string }) {
  const [group, setGroup] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const join = async () => {
    if (isPending) return;
    setPending(true);
    setFailure(null);
    try {
      setGroup(await joinByInvitation(invitation));
    } catch (error) {
      setFailure(reasonOf(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <section className={`page ${css.section}`} aria-labelledby="invitation">
      <h2 id="invitation">{accountTexts.invited}</h2>
      <div role="status">{group !== null && <p>{accountTexts.joined({ group })}</p>}</div>
      <div role="alert">{failure !== null && <p className={css.note}>{failure}</p>}</div>
      {group === null ? (
        <>
          <p>{accountTexts.invitedText}</p>
          <div>
            <Button look="primary" disabled={isPending} onClick={() => void join()}>
              {accountTexts.joinGroup}
            </Button>
          </div>
        </>
      ) : (
        <div>
          <LinkButton look="primary" href={urls.home()}>
            {accountTexts.goOn}
          </LinkButton>
        </div>
      )}
    </section>
  );
}
