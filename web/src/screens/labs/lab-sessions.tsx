import type { LabEngineHealth, LabSessionItem } from '@academy/contract/labs-admin';
import { type ReactNode, useRef, useState } from 'react';
import { download } from '../../api/download.ts';
import { exportLabSessions, useEndLab, useLabEngines, useLabSessions } from '../../api/labs-admin.ts';
import { InAcademy } from '../../features/admin-links/in-academy.tsx';
import { countText } from '../../lib/count-text.ts';
import { momentText } from '../../lib/moments.ts';
import { useChosenAcademy } from '../../navigation/chosen-academy.ts';
import { Button } from '../../ui/button.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { agoText, ENGINES, PROBLEMS, STATES, WARNINGS } from './lab-session-text.ts';
import css from './lab-sessions.module.css';

/** Labs that run now, what failed in the last days, and whether the engines answer. */
export function Labs() {
  const tenantId = useChosenAcademy();
  const engines = useLabEngines();
  const sessions = useLabSessions();
  const end = useEndLab();
  const [ending, setEnding] = useState<LabSessionItem | null>(null);
  const [said, setSaid] = useState('');
  const runningHead = useRef<HTMLHeadingElement>(null);
  const now = sessions.dataUpdatedAt;

  const confirm = async (session: LabSessionItem) => {
    setEnding(null);
    const went = await end(session.id).then(
      () => `The lab of ${session.learner.name} was ended.`,
      (error: unknown) => (error instanceof Error ? error.message : 'Something went wrong, please try again!'),
    );
    setSaid(went);
    // The pressed button was removed with its row.
    runningHead.current?.focus();
  };

  return (
    <div className={css.labs}>
      <p className={css.tools}>
        <DownloadButton
          label="Download running and failed labs as CSV"
          onDownload={() => download(exportLabSessions, {}, tenantId)}
        />
      </p>
      <p role="status" className={css.said}>
        {said}
      </p>
      <section aria-labelledby="lab-engines">
        <h2 id="lab-engines">Engines</h2>
        <Known read={engines}>
          {(data) => (
            <ul className={css.engines}>
              {data.engines.map((engine) => (
                <Engine key={`${engine.provider} ${engine.name}`} engine={engine} />
              ))}
            </ul>
          )}
        </Known>
      </section>
      <section aria-labelledby="lab-running">
        <h2 id="lab-running" ref={runningHead} tabIndex={-1}>
          Running now{sessions.data && ` (${sessions.data.runningCount})`}
        </h2>
        <Known read={sessions}>
          {({ running, runningCount }) => (
            <>
              {running.length === 0 && <p className={css.empty}>Nobody is in a lab at the moment.</p>}
              <ul className={css.rows}>
                {running.map((session) => (
                  <li key={session.id}>
                    <Who session={session} />
                    <p>
                      <b>{STATES[session.state]}</b> for {agoText(session.startedAt, now)}
                      {session.expiresAt !== null && `, until ${momentText(session.expiresAt)}`}
                      {session.currentPage !== null && ` · page ${session.currentPage}`}
                    </p>
                    <p>{ENGINES[session.provider]}</p>
                    <Button aria-label={`End the lab of ${session.learner.name}`} onClick={() => setEnding(session)}>
                      End
                    </Button>
                  </li>
                ))}
              </ul>
              {runningCount > running.length && <p className={css.empty}>The newest {running.length} are listed.</p>}
            </>
          )}
        </Known>
      </section>
      <section aria-labelledby="lab-failed">
        <h2 id="lab-failed">Failed</h2>
        <Known read={sessions}>
          {({ failed }) =>
            failed.length === 0 ? (
              <p className={css.empty}>No lab has failed in the last seven days.</p>
            ) : (
              <ul className={css.rows}>
                {failed.map((session) => (
                  <li key={session.id}>
                    <Who session={session} />
                    <p className={css.problem}>{PROBLEMS[session.problem ?? 'provider-error']}</p>
                    <p>
                      <Moment at={session.startedAt} />
                    </p>
                  </li>
                ))}
              </ul>
            )
          }
        </Known>
      </section>
      <Modal
        open={ending !== null}
        title="End this lab?"
        onClose={() => setEnding(null)}
        actions={
          <>
            <Button data-first onClick={() => setEnding(null)}>
              Let it run
            </Button>
            <Button look="primary" onClick={() => ending && void confirm(ending)}>
              End lab
            </Button>
          </>
        }
      >
        <p>
          {ending?.learner.name} is in “{ending?.title}” and{' '}
          {ending?.provider === 'sandbox' ? 'can go on with the files next time.' : 'loses the work in it.'}
        </p>
      </Modal>
    </div>
  );
}

function Who({ session: { learner, title, path } }: { session: LabSessionItem }) {
  const tenantId = useChosenAcademy();
  return (
    <p className={css.who}>
      <b dir="auto">{learner.name}</b>
      <InAcademy tenantId={tenantId} href={path}>
        {title}
      </InAcademy>
    </p>
  );
}

function Engine({
  engine: { provider, name, host, problem, sessions, maximum, warning },
}: {
  engine: LabEngineHealth;
}) {
  return (
    <li data-problem={problem !== null || undefined}>
      <h3>
        {ENGINES[provider]}
        {name !== null && ` “${name}”`}
      </h3>
      {host !== null && <p>{host}</p>}
      <p className={problem === null ? css.well : css.problem}>{problem === null ? 'Answers' : PROBLEMS[problem]}</p>
      {sessions !== null && (
        <p>
          {countText(sessions, 'session')}
          {maximum !== null && ` of at most ${maximum}`}
        </p>
      )}
      {warning !== null && <p className={css.problem}>{WARNINGS[warning]}</p>}
      {provider === 'sandbox' && <p>Runs what learners write, on the machine of the academy.</p>}
      {provider === 'browser' && <p>Costs the server nothing.</p>}
    </li>
  );
}

interface KnownProps<T> {
  read: { data: T | undefined; error: Error | null; refetch: () => Promise<unknown> };
  children: (data: T) => ReactNode;
}

/** Loaded content, or why it could not be loaded. */
function Known<T>({ read: { data, error, refetch }, children }: KnownProps<T>) {
  if (data !== undefined) return children(data);
  if (error === null) return <Spinner label="Asking" />;
  return (
    <div role="alert" className={css.empty}>
      <p>This could not be loaded. {error.message}</p>
      <Button onClick={() => void refetch()}>Try again</Button>
    </div>
  );
}
