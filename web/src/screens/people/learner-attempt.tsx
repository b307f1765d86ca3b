import { useState } from 'react';
import { useGrantAttempt } from '../../api/knowledge-checks-admin.ts';
import type { Learner } from '../../api/people-learners.ts';
import { Confirm } from '../../features/confirm/confirm.tsx';
import { academyName } from '../../lib/academy-name.ts';
import { showAlert } from '../../lib/dialogs.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { momentText } from '../../lib/moments.ts';
import { addToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { MoreTime } from './attempt-help.tsx';
import css from './learner-page.module.css';
import { nameOf } from './people-columns.tsx';
import { peopleTexts } from './people-texts.ts';

interface LearnerAttemptProps {
  person: Learner['person'];
  attempt: Learner['attempts'][number];
}

/** One attempt of a learner; after a failed only one, a button grants another. */
export function LearnerAttempt({ person, attempt }: LearnerAttemptProps) {
  const { attemptId, tenantId, title, startedAt, submittedAt, score, total, canGrant, grantedAt } = attempt;
  const [isAsking, setAsking] = useState(false);
  const grantAttempt = useGrantAttempt();
  const name = nameOf(person);
  const grant = async () => {
    await grantAttempt(person.userId, attemptId);
    addToast({ type: 'success', message: peopleTexts.attemptGranted({ name, title }), autoClose: true });
  };
  return (
    <li>
      <p dir="auto">{title}</p>
      <p className={css.muted}>
        {attemptText(attempt)({
          score: score ?? 0,
          total,
          moment: momentText(submittedAt ?? startedAt),
          academy: academyName(tenantId),
        })}
      </p>
      {grantedAt !== null && <p className={css.muted}>{peopleTexts.grantedAt({ moment: momentText(grantedAt) })}</p>}
      {canGrant && (
        <>
          <p className={css.muted}>{peopleTexts.onlyAttempt}</p>
          <Button aria-label={peopleTexts.grantAttemptAt({ title })} onClick={() => setAsking(true)}>
            {peopleTexts.grantAttempt}
          </Button>
        </>
      )}
      <MoreTime tenantId={tenantId} userId={person.userId} name={name} attempt={attempt} />
      <Confirm
        open={isAsking}
        title={peopleTexts.grantTitle({ name })}
        action={peopleTexts.grantAttempt}
        onConfirm={grant}
        onClose={() => setAsking(false)}
        onFailure={(message) => showAlert({ type: 'danger', message: escapeHtml(message) })}
      >
        <p>{peopleTexts.grantText({ name, title })}</p>
      </Confirm>
    </li>
  );
}

const attemptText = ({ submittedAt, passed }: LearnerAttemptProps['attempt']) =>
  submittedAt === null ? peopleTexts.openAttempt : passed ? peopleTexts.passedAttempt : peopleTexts.failedAttempt;
