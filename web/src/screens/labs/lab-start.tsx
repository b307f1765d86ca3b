import { withLanguage } from '@academy/contract/i18n/address';
import type { Lab, LabSession, RunningLab } from '@academy/contract/labs';
import { nextLesson } from '@academy/contract/rules/lesson-groups';
import { Play } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { endLab, type LabKind, startLab } from '../../api/labs.ts';
import { useLessons } from '../../api/lessons.ts';
import { Confirm } from '../../features/confirm/confirm.tsx';
import { Prose } from '../../features/prose/prose.tsx';
import { joined } from '../../i18n/joined.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { useMachineChoice } from '../../lib/machine-choice.ts';
import { useConfig } from '../../lib/runtime.tsx';
import { slugsOf } from '../../navigation/parts-of-address.ts';
import { useLabGuide } from '../../progress/guide-progress.ts';
import { useCompleteLesson } from '../../progress/lesson-progress.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { LabRunsIn, megabytesOf } from './lab-runs-in.tsx';
import css from './lab-start.module.css';
import { labStartTexts } from './lab-start-texts.ts';

// The server renders no workspace, so its build needs none.
const LabWorkspace = lazyComponent(
  () => import('../../features/lab-workspace/lab-workspace.tsx'),
  ({ LabWorkspace }) => LabWorkspace,
);

const LabFrame = lazyComponent(
  () => import('../../features/lab-workspace/lab-frame.tsx'),
  ({ LabFrame }) => LabFrame,
);

interface LabStartProps {
  kind: LabKind;
  lessonId: string;
  title: string;
  back: { href: string; title: string };
  lab: Lab;
  /** Refetches the lab. */
  refetch: () => Promise<void>;
}

/** For signed-in learners: starts the lab, shows the running one, or names another one that is running. */
export function LabStart({ kind, lessonId, title, back, lab, refetch }: LabStartProps) {
  const { tenantOrigins, environment: place } = useConfig();
  const [session, setSession] = useState<LabSession | null>(lab.session);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [asking, setAsking] = useState(false);
  const key = useRef('');
  /** Sessions that have ended on this page, whatever an older reply says. */
  const left = useRef(new Set<string>());
  const { content, running } = lab;
  const { image, change } = useMachineChoice(lab.image);
  const inFrame = lab.kind === 'iframe';
  const begun = lab.session;
  // It was started in another tab. One that ends stays here until the learner has read why.
  useEffect(() => {
    if (begun !== null && !left.current.has(begun.id)) setSession((shown) => shown ?? begun);
  }, [begun]);
  if (content === null && !inFrame) return null;
  const text = (html: string): ReactNode => <Prose html={html} />;
  const start = async (endFirst: string | null) => {
    setBusy(true);
    setProblem('');
    key.current ||= crypto.randomUUID();
    if (endFirst !== null) await endLab(endFirst);
    const made = await startLab(back.href, lessonId, key.current);
    key.current = '';
    setBusy(false);
    if (typeof made !== 'string') return setSession(made);
    setProblem(made);
    // Another lab may have been started elsewhere.
    await refetch();
  };
  if (session !== null) {
    const Running = place === 'preview' ? PreviewedLab : kind === 'lesson' ? LessonLab : GuideLab;
    const onEnded = async (again = false) => {
      left.current.add(session.id);
      setSession(null);
      if (again) await start(null);
      else await refetch();
    };
    return (
      <Suspense fallback={<Spinner label={labStartTexts.starting} />}>
        <Running lessonId={lessonId} path={back.href}>
          {(completed, complete) => {
            const shared = { back, completed, onComplete: complete };
            if (content === null)
              return (
                <LabFrame
                  key={session.id}
                  session={session}
                  title={title}
                  onEnded={(again) => void onEnded(again)}
                  {...shared}
                />
              );
            return (
              <LabWorkspace
                key={session.id}
                session={session}
                content={content}
                image={lab.image}
                text={text}
                onEnded={(again) => void onEnded(again)}
                {...shared}
              />
            );
          }}
        </Running>
      </Suspense>
    );
  }
  const { environment } = lab;
  if (environment?.missing)
    return (
      <section className={`${css.start} no-print`} aria-label={labStartTexts.startTheLab}>
        <p className={css.problem}>{labStartTexts.noEnvironment(environment)}</p>
      </section>
    );
  return (
    <section className={`${css.start} no-print`} aria-label={labStartTexts.startTheLab}>
      {running === null ? (
        <>
          <LabRunsIn engine={lab.provider} content={content} image={image} />
          {environment !== null && <p>{labStartTexts.environment(environment)}</p>}
        </>
      ) : (
        <p>{anotherText(running)}</p>
      )}
      <p role="alert" className={css.problem}>
        {problem}
      </p>
      <div>
        {running !== null && (
          <LinkButton href={(tenantOrigins[running.tenantId] ?? '') + withLanguage(running.path)}>
            {labStartTexts.goToOther}
          </LinkButton>
        )}
        <Button look="primary" disabled={busy} onClick={() => (running === null ? void start(null) : setAsking(true))}>
          <Play aria-hidden="true" />
          {busy
            ? labStartTexts.starting
            : running !== null
              ? labStartTexts.endOther
              : problem === ''
                ? labStartTexts.start
                : labStartTexts.tryAgain}
        </Button>
        {running === null && lab.image !== null && (
          <Button look="quiet" onClick={change}>
            {image === null ? labStartTexts.toLinux({ megabytes: megabytesOf(lab.image) }) : labStartTexts.toLight}
          </Button>
        )}
      </div>
      <Confirm
        open={asking && running !== null}
        title={labStartTexts.endOtherTitle}
        action={labStartTexts.endOther}
        isDangerous
        onConfirm={() => start(running?.id ?? null)}
        onClose={() => setAsking(false)}
        onFailure={setProblem}
      >
        <p>
          {joined(
            labStartTexts.otherWorkLost({ b: (words) => <b dir="auto">{words}</b>, title: running?.title ?? '' }),
          )}
        </p>
      </Confirm>
    </section>
  );
}

function anotherText({ title, completed }: RunningLab): ReactNode {
  const say = completed ? labStartTexts.anotherIsCompleted : labStartTexts.anotherRuns;
  return joined(say({ b: (words) => <b dir="auto">{words}</b>, title }));
}

interface RunningProps {
  lessonId: string;
  path: string;
  children: (completed: boolean | null, complete: () => void) => ReactNode;
}

/** A preview keeps no progress: its author sees what learners see. */
function PreviewedLab({ children }: RunningProps) {
  const [completed, setCompleted] = useState(false);
  return children(completed, () => setCompleted(true));
}

function LessonLab({ lessonId, path, children }: RunningProps) {
  const { slug, lessonSlug } = slugsOf(path);
  const { lessons, courseId } = useLessons(slug);
  const { complete } = useCompleteLesson({ lessonId, courseId }, nextLesson(lessons, lessonSlug) === null);
  const completed = lessons.some((lesson) => lesson.lessonId === lessonId && lesson.isComplete);
  return children(completed, () => void complete());
}

function GuideLab({ lessonId, path, children }: RunningProps) {
  const { completed, complete } = useLabGuide(slugsOf(path).slug, lessonId);
  return children(completed, complete);
}
