import { type ReactNode, useId, useState } from 'react';
import { isNotFound } from '../../api/call-error.ts';
import type { Person } from '../../api/people-admin.ts';
import { type Learner, useLearner } from '../../api/people-learners.ts';
import { InAcademy } from '../../features/admin-links/in-academy.tsx';
import { academyName } from '../../lib/academy-name.ts';
import { momentText } from '../../lib/moments.ts';
import { useTenant } from '../../lib/runtime.tsx';
import { useAdminHref } from '../../navigation/admin-href.ts';
import { adminUrls } from '../../navigation/admin-urls.ts';
import { urls } from '../../navigation/urls.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { ChangeMembership } from './change-membership.tsx';
import { InviteOne } from './invite-people.tsx';
import { LearnerAttempt } from './learner-attempt.tsx';
import css from './learner-page.module.css';
import { membershipText, nameOf, neverText } from './people-columns.tsx';
import { peopleTexts } from './people-texts.ts';
import { Roles } from './roles.tsx';
import { SignInHelpSection } from './sign-in-help.tsx';
import { ToggleAdmin } from './toggle-admin.tsx';
import { ViewAsLearner } from './view-as-learner.tsx';

/** Everything about one person, and what can be done. */
export function LearnerPage({ userId }: { userId: string }) {
  const { data, error, refetch } = useLearner(userId);
  const hrefOf = useAdminHref();
  if (data !== undefined) return <Facts learner={data} />;
  if (error === null) return <Spinner label={peopleTexts.loadingUser} />;
  return (
    <div role="alert" className={css.empty}>
      {isNotFound(error) ? (
        <>
          <p>{peopleTexts.noSuchUser}</p>
          <LinkButton href={hrefOf(adminUrls.people())}>{peopleTexts.allUsers}</LinkButton>
        </>
      ) : (
        <>
          <p>{peopleTexts.userFailed({ message: error.message })}</p>
          <Button onClick={() => void refetch()}>{peopleTexts.tryAgain}</Button>
        </>
      )}
    </div>
  );
}

function Facts({ learner }: { learner: Learner }) {
  const { person, createdAt, addedAt, firstLoginAt, invitation, managedHere } = learner;
  const { tenantId } = useTenant();
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
            <dt>{peopleTexts.email}</dt>
            <dd>
              {person.userVerified
                ? peopleTexts.emailConfirmed({ email: person.email })
                : peopleTexts.emailNotConfirmed({ email: person.email })}
            </dd>
          </div>
          <div>
            <dt>{peopleTexts.administrator}</dt>
            <dd>{person.isAdmin ? peopleTexts.yes : peopleTexts.no}</dd>
          </div>
          <div>
            <dt>{peopleTexts.proMembership}</dt>
            <dd>{membershipText(person)}</dd>
          </div>
          <div>
            <dt>{peopleTexts.knownSince}</dt>
            <dd>{firstLoginAt === null ? neverText(invitation) : <Moment at={firstLoginAt} />}</dd>
          </div>
          {addedAt !== null && (
            <div>
              <dt>{peopleTexts.addedAt}</dt>
              <dd>
                <Moment at={createdAt} />
              </dd>
            </div>
          )}
          <div hidden={invitation?.expiresAt == null || firstLoginAt !== null}>
            <dt>{peopleTexts.invitedUntil}</dt>
            <dd>{invitation?.expiresAt && <Moment at={invitation.expiresAt} />}</dd>
          </div>
          <div>
            <dt>{peopleTexts.id}</dt>
            <dd>
              <code>{person.userId}</code>
            </dd>
          </div>
        </dl>
        <div className={css.buttons}>
          {firstLoginAt === null && <InviteOne email={person.email} isAgain={invitation !== null} />}
          {!person.isAdmin && <Button onClick={() => setViewed(person)}>{peopleTexts.viewAs}</Button>}
          <Button onClick={() => setMember(person)}>{peopleTexts.membership}</Button>
          <Button onClick={() => setToggling(person)}>
            {person.isAdmin ? peopleTexts.endRoleOf : peopleTexts.makeAdmin}
          </Button>
        </div>
      </section>
      <section aria-labelledby="roles" className={css.entries}>
        <h2 id="roles">{peopleTexts.roles}</h2>
        <p className={css.muted}>{peopleTexts.rolesText}</p>
        <Roles tenantId={tenantId} userId={person.userId} />
      </section>
      <SignInHelpSection person={person} managedHere={managedHere} />
      <Entries title={peopleTexts.courses} entries={learner.courses} none={peopleTexts.noCourse}>
        {({ tenantId, courseId, title, slug, completedLesson, lessonsCount }) => (
          <li key={`${tenantId} ${courseId}`}>
            <p>
              <InAcademy tenantId={tenantId} href={urls.course(slug)}>
                {title}
              </InAcademy>
            </p>
            <p className={css.muted}>
              {peopleTexts.completed({
                completed: completedLesson,
                lessons: lessonsCount,
                academy: academyName(tenantId),
              })}
            </p>
          </li>
        )}
      </Entries>
      <Entries title={peopleTexts.attempts} entries={learner.attempts} none={peopleTexts.noAttempt}>
        {(attempt) => <LearnerAttempt key={attempt.attemptId} person={person} attempt={attempt} />}
      </Entries>
      <Entries title={peopleTexts.certificates} entries={learner.certificates} none={peopleTexts.noCertificate}>
        {({ certificateId, tenantId, title, issuedAt, isRevoked }) => (
          <li key={certificateId}>
            <p>
              <InAcademy tenantId={tenantId} href={urls.certificate(certificateId)}>
                {title}
              </InAcademy>
            </p>
            <p className={css.muted}>
              {(isRevoked ? peopleTexts.revoked : peopleTexts.issued)({
                moment: momentText(issuedAt),
                academy: academyName(tenantId),
              })}
            </p>
          </li>
        )}
      </Entries>
      <Entries title={peopleTexts.labs} entries={learner.labs} none={peopleTexts.noLab}>
        {({ sessionId, tenantId, title, path, state, startedAt }) => (
          <li key={sessionId}>
            <p>
              <InAcademy tenantId={tenantId} href={path}>
                {title}
              </InAcademy>
            </p>
            <p className={css.muted}>
              {(state === 'ended' ? peopleTexts.labEnded : peopleTexts.labRunning)({
                moment: momentText(startedAt),
                academy: academyName(tenantId),
              })}
            </p>
          </li>
        )}
      </Entries>
      <Entries
        title={peopleTexts.sessions}
        entries={learner.sessions}
        none={managedHere ? peopleTexts.noSession : peopleTexts.sessionsElsewhere}
      >
        {({ sessionId, device, createdAt, lastUsedAt }) => (
          <li key={sessionId}>
            <p>{device}</p>
            <p className={css.muted}>
              {peopleTexts.session({ moment: momentText(createdAt), used: momentText(lastUsedAt) })}
            </p>
          </li>
        )}
      </Entries>
      <Entries title={peopleTexts.tokens} entries={learner.tokens} none={peopleTexts.noToken}>
        {({ tokenId, tenantId, name, abilities, expiresAt }) => (
          <li key={tokenId}>
            <p dir="auto">{name}</p>
            <p className={css.muted}>
              {peopleTexts.token({
                abilities: abilities.join(', '),
                moment: momentText(expiresAt),
                academy: academyName(tenantId),
              })}
            </p>
          </li>
        )}
      </Entries>
      <Entries title={peopleTexts.audit} entries={learner.audit} none={peopleTexts.noChange}>
        {({ eventId, at, actorName, action }) => (
          <li key={eventId}>
            <p>
              <code>{action}</code>
            </p>
            <p className={css.muted}>{peopleTexts.auditEvent({ moment: momentText(at), actor: actorName })}</p>
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
  const id = useId();
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
