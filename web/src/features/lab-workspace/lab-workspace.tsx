import type { LabContent, LabSession, LabSnapshot } from '@academy/contract/labs';
import { Check, PanelLeftClose, PanelLeftOpen, RotateCcw } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { endLab, fetchLabSnapshot } from '../../api/labs.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { isShownInTools } from './action-runner.ts';
import { EndLabButton, EndLabModal, LabBar, useBehind } from './lab-bar.tsx';
import { ExtendLabButton, LabCountdown, useSecondsLeft } from './lab-countdown.tsx';
import { useDivider } from './lab-divider.tsx';
import { LabEnded } from './lab-ended.tsx';
import frameCss from './lab-frame.module.css';
import { LabInstructions } from './lab-instructions.tsx';
import { LabTools } from './lab-tools.tsx';
import css from './lab-workspace.module.css';
import { useLabRun } from './use-lab-run.ts';
import { useLabSession } from './use-lab-session.ts';
import { storedWork, storeWork } from './work-store.ts';

interface LabWorkspaceProps {
  session: LabSession;
  content: LabContent;
  back: { href: string; title: string };
  /** The text of a page. */
  text: (html: string) => ReactNode;
  /** Whether lesson or guide is completed; null while that is not known. */
  completed: boolean | null;
  onComplete: () => void;
  /** Called when the learner has ended the lab, or leaves one that has ended. @param again to start it again */
  onEnded: (again: boolean) => void;
}

/** A lab that runs: instructions at the left, terminals and editor at the right, over the whole window. */
export function LabWorkspace(props: LabWorkspaceProps) {
  const { id } = props.session;
  const [work, setWork] = useState<LabSnapshot | null | undefined>(undefined);
  useEffect(() => {
    void Promise.all([storedWork(id), fetchLabSnapshot(id)]).then(([here, there]) => {
      setWork(here !== null && there !== null ? (here.at >= there.at ? here : there) : (here ?? there));
    });
  }, [id]);
  if (work === undefined) return <Spinner label="Starting the lab" />;
  return <RunningLab key={id} {...props} work={work} />;
}

type Asked = 'restart' | 'end' | null;

function RunningLab({
  session: first,
  content,
  back,
  text,
  completed,
  onComplete,
  onEnded,
  work,
}: LabWorkspaceProps & { work: LabSnapshot | null }) {
  const { session, ended, notice, refetch, extend } = useLabSession(first);
  const left = useSecondsLeft(session.secondsLeft, session);
  const run = useLabRun({ session: first, content, first: work, onEnded: () => void refetch() });
  const { share, divider } = useDivider();
  const [asked, setAsked] = useState<Asked>(null);
  const [side, setSide] = useState<'instructions' | 'workspace'>('instructions');
  const [folded, setFolded] = useState(false);
  const frame = useRef<HTMLElement>(null);
  const { page } = run;

  useBehind();
  useLayoutEffect(() => {
    frame.current?.style.setProperty('--share', `${share}%`);
  }, [share]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins at its top
  useEffect(() => {
    frame.current?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    frame.current?.querySelector(`.${css.instructions}`)?.scrollTo({ top: 0 });
  }, [page?.name, run.life]);

  const end = async () => {
    setAsked(null);
    run.engine.close();
    await storeWork(session.id, null);
    await endLab(session.id);
    onEnded(false);
  };
  const mark = (
    <Button look={completed === true ? 'plain' : 'primary'} disabled={completed !== false} onClick={onComplete}>
      <Check aria-hidden="true" />
      {completed === true ? 'Completed' : 'Mark complete'}
    </Button>
  );
  if (page === undefined) return null;
  if (ended)
    return createPortal(
      <main className={css.lab}>
        <LabBar back={back} title={content.title}>
          {mark}
        </LabBar>
        <div className={frameCss.place}>
          <LabEnded session={session} back={back} onAgain={() => onEnded(true)} />
        </div>
      </main>,
      document.body,
    );
  return createPortal(
    <main ref={frame} className={css.lab} data-side={side} data-folded={folded}>
      <LabBar back={back} title={content.title} onLeave={() => void run.keep()}>
        <LabCountdown seconds={left} />
        <Button
          className={css.fold}
          aria-label={folded ? 'Show instructions' : 'Hide instructions'}
          onClick={() => setFolded(!folded)}
        >
          {folded ? <PanelLeftOpen aria-hidden="true" /> : <PanelLeftClose aria-hidden="true" />}
        </Button>
        {session.extendable && <ExtendLabButton onClick={() => void extend()} />}
        <Button aria-label="Restart" onClick={() => setAsked('restart')}>
          <RotateCcw aria-hidden="true" />
          <span>Restart</span>
        </Button>
        <EndLabButton onClick={() => setAsked('end')} />
        {mark}
      </LabBar>
      <div className={css.sides}>
        {(['instructions', 'workspace'] as const).map((one) => (
          <button key={one} type="button" aria-pressed={side === one} onClick={() => setSide(one)}>
            {one === 'instructions' ? 'Instructions' : 'Workspace'}
          </button>
        ))}
        <p>A larger screen shows both side by side.</p>
      </div>
      <div className={css.notice}>
        <p role="status">
          {[notice, run.notice].filter(Boolean).join(' ')}
          {run.unsaved && ' Your work is kept on this device; the academy could not be reached.'}
        </p>
        {run.isGivenUp && <Button onClick={() => void run.retry()}>Try again</Button>}
      </div>
      <div className={css.halves}>
        <LabInstructions
          key={`${run.life} ${page.name}`}
          page={page}
          position={run.position}
          count={content.pages.length}
          stateOf={run.stateOf}
          onAction={(at) => {
            // Where only one half fits, the half that the action affects is shown next.
            if (isShownInTools(page.actions[at])) setSide('workspace');
            void run.run(at);
          }}
          onTurn={run.turn}
          end={<div className={css.next}>{mark}</div>}
        >
          <Suspense>{text(page.html)}</Suspense>
        </LabInstructions>
        {divider}
        <LabTools run={run} />
      </div>
      <Modal
        open={asked === 'restart'}
        title="Begin the lab anew?"
        onClose={() => setAsked(null)}
        actions={
          <>
            <Button data-first onClick={() => setAsked(null)}>
              Go on with it
            </Button>
            <Button
              look="primary"
              onClick={() => {
                setAsked(null);
                void run.restart();
              }}
            >
              Restart
            </Button>
          </>
        }
      >
        <p>All files are put back to what they were at the start. What you wrote in this lab is lost.</p>
      </Modal>
      <EndLabModal open={asked === 'end'} onClose={() => setAsked(null)} onEnd={() => void end()}>
        {session.provider === 'sandbox'
          ? 'Your files are kept: the lab begins with them when you start it again.'
          : 'The files that you changed in this lab are removed. You can start it again at any time.'}
      </EndLabModal>
    </main>,
    document.body,
  );
}
