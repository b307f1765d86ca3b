import type { LabEngineHealth, LabSessionItem } from '@academy/contract/labs-admin';
import { type ReactNode, useRef, useState } from 'react';
import { download } from '../../api/download.ts';
import { exportLabSessions, useEndLab, useLabEngines, useLabSessions } from '../../api/labs-admin.ts';
import { InAcademy } from '../../features/admin-links/in-academy.tsx';
import { joined } from '../../i18n/joined.ts';
import { momentText } from '../../lib/moments.ts';
import { useChosenAcademy } from '../../navigation/chosen-academy.ts';
import { Button } from '../../ui/button.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Known } from './known.tsx';
import { agoText } from './lab-session-text.ts';
import { labSessionTexts } from './lab-session-texts.ts';
import css from './lab-sessions.module.css';
import { LabSteps } from './lab-steps.tsx';

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
      () => labSessionTexts.wasEnded({ name: session.learner.name }),
      (error: unknown) => (error instanceof Error ? error.message : labSessionTexts.wentWrong),
    );
    setSaid(went);
    // The pressed button was removed with its row.
    runningHead.current?.focus();
  };

  return (
    <div className={css.labs}>
      <p className={css.tools}>
        <DownloadButton
          label={labSessionTexts.downloadCsv}
          onDownload={() => download(exportLabSessions, {}, tenantId)}
        />
      </p>
      <p role="status" className={css.said}>
        {said}
      </p>
      <section aria-labelledby="lab-engines">
        <h2 id="lab-engines">{labSessionTexts.engines}</h2>
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
          {sessions.data === undefined
            ? labSessionTexts.runningNow
            : labSessionTexts.runningNowCount({ count: sessions.data.runningCount })}
        </h2>
        <Known read={sessions}>
          {({ running, runningCount }) => (
            <>
              {running.length === 0 && <p className={css.empty}>{labSessionTexts.noneRunning}</p>}
              <ul className={css.rows}>
                {running.map((session) => (
                  <li key={session.id}>
                    <Who session={session} />
                    <p>
                      {stateText(session, now)}
                      {session.currentPage !== null && ` · ${labSessionTexts.atPage({ page: session.currentPage })}`}
                      {session.completed && ` · ${labSessionTexts.completed}`}
                    </p>
                    <p>{labSessionTexts[session.provider]}</p>
                    <Button
                      aria-label={labSessionTexts.endOf({ name: session.learner.name })}
                      onClick={() => setEnding(session)}
                    >
                      {labSessionTexts.end}
                    </Button>
                  </li>
                ))}
              </ul>
              {runningCount > running.length && (
                <p className={css.empty}>{labSessionTexts.newest({ count: running.length })}</p>
              )}
            </>
          )}
        </Known>
      </section>
      <section aria-labelledby="lab-failed">
        <h2 id="lab-failed">{labSessionTexts.failed}</h2>
        <Known read={sessions}>
          {({ failed }) =>
            failed.length === 0 ? (
              <p className={css.empty}>{labSessionTexts.noneFailed}</p>
            ) : (
              <ul className={css.rows}>
                {failed.map((session) => (
                  <li key={session.id}>
                    <Who session={session} />
                    <p className={css.problem}>{labSessionTexts[session.problem ?? 'provider-error']}</p>
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
      <LabSteps />
      <Modal
        open={ending !== null}
        title={labSessionTexts.endTitle}
        onClose={() => setEnding(null)}
        actions={
          <>
            <Button data-first onClick={() => setEnding(null)}>
              {labSessionTexts.keepRunning}
            </Button>
            <Button look="primary" onClick={() => ending && void confirm(ending)}>
              {labSessionTexts.endLab}
            </Button>
          </>
        }
      >
        <p>
          {ending !== null &&
            (ending.provider === 'sandbox' ? labSessionTexts.endKeepsFiles : labSessionTexts.endLosesWork)({
              name: ending.learner.name,
              title: ending.title,
            })}
        </p>
      </Modal>
    </div>
  );
}

/** The state of a session, since when and until when. */
function stateText({ state, startedAt, expiresAt }: LabSessionItem, now: number): ReactNode {
  const values = {
    b: (words: ReactNode[]) => <b>{words}</b>,
    state: labSessionTexts[state],
    time: agoText(startedAt, now),
  };
  return joined(
    expiresAt === null
      ? labSessionTexts.since(values)
      : labSessionTexts.sinceUntil({ ...values, end: momentText(expiresAt) }),
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
        {name === null
          ? labSessionTexts[provider]
          : labSessionTexts.engineNamed({ engine: labSessionTexts[provider], name })}
      </h3>
      {host !== null && <p>{host}</p>}
      <p className={problem === null ? css.well : css.problem}>
        {problem === null ? labSessionTexts.reachable : labSessionTexts[problem]}
      </p>
      {sessions !== null && (
        <p>
          {maximum === null
            ? labSessionTexts.sessions({ count: sessions })
            : labSessionTexts.sessionsOf({ count: sessions, maximum })}
        </p>
      )}
      {warning !== null && <p className={css.problem}>{labSessionTexts[warning]}</p>}
      {provider === 'sandbox' && <p>{labSessionTexts.runsOnServer}</p>}
      {provider === 'browser' && <p>{labSessionTexts.runsInBrowser}</p>}
    </li>
  );
}
