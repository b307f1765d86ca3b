import { type ReactNode, useId } from 'react';
import { isNotFound } from '../../api/call-error.ts';
import { type Taught, useTaughtLearner } from '../../api/people-learners.ts';
import { momentText } from '../../lib/moments.ts';
import { useAdminHref } from '../../navigation/admin-href.ts';
import { adminUrls } from '../../navigation/admin-urls.ts';
import { useChosenAcademy } from '../../navigation/chosen-academy.ts';
import { urls } from '../../navigation/urls.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { GrantAttempt, MoreTime } from './attempt-help.tsx';
import { attemptHelpTexts } from './attempt-help-texts.ts';
import css from './taught-learner.module.css';
import { nameOf } from './taught-learner-list.tsx';
import { learnerTexts } from './taught-learner-texts.ts';

/** Progress, attempts and certificates of a learner in what the viewer teaches. */
export function TaughtLearner({ userId }: { userId: string }) {
  const { data, error, refetch } = useTaughtLearner(userId);
  const hrefOf = useAdminHref();
  if (data !== undefined) return <Facts {...data} />;
  if (error === null) return <Spinner label={learnerTexts.loading} />;
  return (
    <div role="alert" className={css.empty}>
      <p>{isNotFound(error) ? learnerTexts.missing : learnerTexts.failed({ message: error.message })}</p>
      {isNotFound(error) ? (
        <LinkButton href={hrefOf(adminUrls.learners())}>{learnerTexts.all}</LinkButton>
      ) : (
        <Button onClick={() => void refetch()}>{learnerTexts.tryAgain}</Button>
      )}
    </div>
  );
}

function Facts({ learner, courses, attempts, certificates }: Taught) {
  const helped = { tenantId: useChosenAcademy(), userId: learner.userId, name: nameOf(learner) };
  return (
    <>
      <h2 className={css.name} dir="auto">
        {nameOf(learner)}
      </h2>
      <div className={css.lists}>
        <Entries title={learnerTexts.courses} none={learnerTexts.noCourse} entries={courses}>
          {({ courseId, slug, title, completedLesson, lessonsCount }) => (
            <li key={courseId}>
              <p>
                <a href={urls.course(slug)}>{title}</a>
              </p>
              <p className={css.muted}>
                {learnerTexts.completed({ completed: completedLesson, lessons: lessonsCount })}
              </p>
              <progress aria-label={title} value={completedLesson} max={Math.max(lessonsCount, 1)} />
            </li>
          )}
        </Entries>
        <Entries title={learnerTexts.attempts} none={learnerTexts.noAttempt} entries={attempts}>
          {(attempt) => (
            <li key={attempt.attemptId}>
              <p>{attempt.title}</p>
              <p className={css.muted}>{resultOf(attempt)}</p>
              {attempt.grantedAt != null && (
                <p className={css.muted}>{attemptHelpTexts.grantedSince({ moment: momentText(attempt.grantedAt) })}</p>
              )}
              {attempt.canGrant && <GrantAttempt {...helped} attempt={attempt} />}
              <MoreTime {...helped} attempt={attempt} />
            </li>
          )}
        </Entries>
        <Entries title={learnerTexts.certificates} none={learnerTexts.noCertificate} entries={certificates}>
          {({ title, issuedAt, isRevoked }) => (
            <li key={`${title} ${issuedAt}`}>
              <p>{title}</p>
              <p className={css.muted}>
                {(isRevoked ? learnerTexts.revoked : learnerTexts.issued)({ moment: momentText(issuedAt) })}
              </p>
            </li>
          )}
        </Entries>
      </div>
    </>
  );
}

function resultOf({ startedAt, submittedAt, passed, score, total }: Taught['attempts'][number]): string {
  if (submittedAt === null) return learnerTexts.openAttempt({ moment: momentText(startedAt) });
  if (passed === null) return learnerTexts.handedIn({ moment: momentText(submittedAt) });
  const result = { score: score ?? 0, total, moment: momentText(submittedAt) };
  return passed === true ? learnerTexts.passed(result) : learnerTexts.notPassed(result);
}

interface EntriesProps<Entry> {
  title: string;
  /** Shown where there are none. */
  none: string;
  entries: readonly Entry[];
  children: (entry: Entry) => ReactNode;
}

function Entries<Entry>({ title, none, entries, children }: EntriesProps<Entry>) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={css.entries}>
      <h3 id={id}>{title}</h3>
      {entries.length === 0 ? <p className={css.muted}>{none}</p> : <ul>{entries.map(children)}</ul>}
    </section>
  );
}
