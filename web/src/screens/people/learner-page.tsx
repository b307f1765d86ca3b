import { type ReactNode, useState } from 'react';
import { isNotFound } from '../../api/call-error.ts';
import type { Person } from '../../api/people-admin.ts';
import { type Learner, useLearner } from '../../api/people-learners.ts';
import { InAcademy } from '../../features/admin-links/in-academy.tsx';
import { academyName } from '../../lib/academy-name.ts';
import { useAdminHref } from '../../navigation/admin-href.ts';
import { adminUrls } from '../../navigation/admin-urls.ts';
import { urls } from '../../navigation/urls.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ChangeMembership } from './change-membership.tsx';
import css from './learner-page.module.css';
import { membershipText, nameOf } from './people-columns.tsx';
import { ToggleAdmin } from './toggle-admin.tsx';
import { ViewAsLearner } from './view-as-learner.tsx';

/** Everything about one person, and what can be done. */
export function LearnerPage({ userId }: { userId: string }) {
  const { data, error, refetch } = useLearner(userId);
  const hrefOf = useAdminHref();
  if (data !== undefined) return <Facts learner={data} />;
  if (error === null) return <Spinner label="Loading the user" />;
  return (
    <div role="alert" className={css.empty}>
      {isNotFound(error) ? (
        <>
          <p>There is nobody with this id. The account may have been deleted.</p>
          <LinkButton href={hrefOf(adminUrls.people())}>All users</LinkButton>
        </>
      ) : (
        <>
          <p>The user could not be loaded. {error.message}</p>
          <Button onClick={() => void refetch()}>Try again</Button>
        </>
      )}
    </div>
  );
}

function Facts({ learner }: { learner: Learner }) {
  const { person, createdAt, managedHere } = learner;
  const [toggling, setToggling] = useState<Person | null>(null);
  const [member, setMember] = useState<Person | null>(null);
  const [viewed, setViewed] = useState<Person | null>(null);
  return (
    <div className={css.page}>
      <section aria-labelledby="who" className={css.who}>
        <h2 id="who" dir="auto">
          {nameOf(person)}
        </h2>
        <dl className={css.facts}>
          <div>
            <dt>E-mail</dt>
            <dd>
              {person.email} {person.userVerified ? '(confirmed)' : '(not confirmed)'}
            </dd>
          </div>
          <div>
            <dt>Administrator</dt>
            <dd>{person.isAdmin ? 'Yes' : 'No'}</dd>
          </div>
          <div>
            <dt>Pro membership</dt>
            <dd>{membershipText(person)}</dd>
          </div>
          <div>
            <dt>Known since</dt>
            <dd>
              <Moment at={createdAt} />
            </dd>
          </div>
          <div>
            <dt>Id</dt>
            <dd>
              <code>{person.userId}</code>
            </dd>
          </div>
        </dl>
        <div className={css.buttons}>
          {!person.isAdmin && <Button onClick={() => setViewed(person)}>View as this learner</Button>}
          <Button onClick={() => setMember(person)}>Membership</Button>
          <Button onClick={() => setToggling(person)}>
            {person.isAdmin ? 'End the role of administrator' : 'Make administrator'}
          </Button>
        </div>
      </section>
      <Entries title="Courses" entries={learner.courses} none="No course was begun.">
        {({ tenantId, courseId, title, slug, completedLesson, lessonsCount }) => (
          <li key={`${tenantId} ${courseId}`}>
            <p>
              <InAcademy tenantId={tenantId} href={urls.course(slug)}>
                {title}
              </InAcademy>
            </p>
            <p className={css.muted}>
              {completedLesson} of {lessonsCount} lessons completed, {academyName(tenantId)}
            </p>
          </li>
        )}
      </Entries>
      <Entries title="Attempts" entries={learner.attempts} none="No knowledge check was tried.">
        {({ attemptId, tenantId, title, startedAt, submittedAt, score, total, passed }) => (
          <li key={attemptId}>
            <p dir="auto">{title}</p>
            <p className={css.muted}>
              {submittedAt === null ? 'Still open' : `${passed ? 'Passed' : 'Not passed'}, ${score} of ${total} right`},{' '}
              <Moment at={submittedAt ?? startedAt} />, {academyName(tenantId)}
            </p>
          </li>
        )}
      </Entries>
      <Entries title="Certificates" entries={learner.certificates} none="There is no certificate.">
        {({ certificateId, tenantId, title, issuedAt, isRevoked }) => (
          <li key={certificateId}>
            <p>
              <InAcademy tenantId={tenantId} href={urls.certificate(certificateId)}>
                {title}
              </InAcademy>
            </p>
            <p className={css.muted}>
              <Moment at={issuedAt} />
              {isRevoked && ', revoked'}, {academyName(tenantId)}
            </p>
          </li>
        )}
      </Entries>
      <Entries title="Labs" entries={learner.labs} none="No lab was started.">
        {({ sessionId, tenantId, title, path, state, startedAt }) => (
          <li key={sessionId}>
            <p>
              <InAcademy tenantId={tenantId} href={path}>
                {title}
              </InAcademy>
            </p>
            <p className={css.muted}>
              <Moment at={startedAt} />, {state === 'ended' ? 'ended' : 'running'}, {academyName(tenantId)}
            </p>
          </li>
        )}
      </Entries>
      <Entries
        title="Sessions"
        entries={learner.sessions}
        none={managedHere ? 'Not logged in anywhere.' : 'The service that this person logs in with keeps them.'}
      >
        {({ sessionId, device, createdAt, lastUsedAt }) => (
          <li key={sessionId}>
            <p>{device}</p>
            <p className={css.muted}>
              Logged in <Moment at={createdAt} />, last used <Moment at={lastUsedAt} />
            </p>
          </li>
        )}
      </Entries>
      <Entries title="Access tokens" entries={learner.tokens} none="There is no access token.">
        {({ tokenId, tenantId, name, abilities, expiresAt }) => (
          <li key={tokenId}>
            <p dir="auto">{name}</p>
            <p className={css.muted}>
              {abilities.join(', ')}, until <Moment at={expiresAt} />, {academyName(tenantId)}
            </p>
          </li>
        )}
      </Entries>
      <Entries title="Audit" entries={learner.audit} none="Nobody has changed anything.">
        {({ eventId, at, actorName, action }) => (
          <li key={eventId}>
            <p>
              <code>{action}</code>
            </p>
            <p className={css.muted}>
              <Moment at={at} />, by {actorName}
            </p>
          </li>
        )}
      </Entries>
      <ToggleAdmin person={toggling} onClose={() => setToggling(null)} />
      <ViewAsLearner person={viewed} onClose={() => setViewed(null)} />
      <ChangeMembership person={member} onClose={() => setMember(null)} />
    </div>
  );
}

interface EntriesProps<Entry> {
  title: string;
  entries: readonly Entry[];
  /** Shown where there are none. */
  none: string;
  children: (entry: Entry) => ReactNode;
}

function Entries<Entry>({ title, entries, none, children }: EntriesProps<Entry>) {
  const id = `learner-${title.replaceAll(' ', '-').toLowerCase()}`;
  return (
    <section aria-labelledby={id} className={css.entries}>
      <h2 id={id}>{title}</h2>
      {entries.length === 0 ? (
        <p className={css.muted}>{none}</p>
      ) : (
        <ul className={css.list}>{entries.map(children)}</ul>
      )}
    </section>
  );
}
