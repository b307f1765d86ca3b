import type { LabContent, LabImage, LabSession, LabSnapshot } from '@academy/contract/labs';
import { ArrowRightLeft, PanelLeftClose, PanelLeftOpen, RotateCcw } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { endLab, fetchLabWork } from '../../api/labs.ts';
import { useMachineChoice } from '../../lib/machine-choice.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { isShownInTools } from './action-labels.ts';
import type { Loading } from './image-files.ts';
import { EndLabButton, EndLabModal, LabBar, MarkCompleteButton, useBehind } from './lab-bar.tsx';
import { ExtendLabButton, LabCountdown, useSecondsLeft } from './lab-countdown.tsx';
import { useDivider } from './lab-divider.tsx';
import { LabEnded } from './lab-ended.tsx';
import frameCss from './lab-frame.module.css';
import { LabInstructions } from './lab-instructions.tsx';
import { LabTools } from './lab-tools.tsx';
import css from './lab-workspace.module.css';
import { labWorkspaceTexts } from './lab-workspace-texts.ts';
import { runningLabTexts } from './running-lab-texts.ts';
import { useImageAhead } from './use-image-ahead.ts';
import { type LabRun, useLabRun } from './use-lab-run.ts';
import { useLabSession } from './use-lab-session.ts';
import type { KnownSteps } from './use-lab-steps.ts';
import { storedSteps, storedWork, storeSteps, storeWork } from './work-store.ts';

interface LabWorkspaceProps {
  session: LabSession;
  content: LabContent;
  /** The Linux that the lab may run in; null: there is none. */
  image: LabImage | null;
  back: { href: string; title: string };
  /** The text of a page. */
  text: (html: string) => ReactNode;
  /** Whether lesson or guide is completed; null while that is not known. */
  completed: boolean | null;
  onComplete: () => void;
  /** Called when the learner has ended the lab, or leaves one that has ended. @param again to start it again */
  onEnded: (again: boolean) => void;
}

/** A running lab: instructions at the left, terminals and editor at the right, over the whole window. */
export function LabWorkspace(props: LabWorkspaceProps) {
  const { id } = props.session;
  const { image: chosen, change } = useMachineChoice(props.image);
  /** Whether the lab runs in the light shell while the Linux is loaded. */
  const [isMeanwhile, setMeanwhile] = useState(false);
  const image = isMeanwhile ? null : chosen;
  const ahead = useImageAhead(isMeanwhile ? chosen : null);
  const [known, setKnown] = useState<Known | null>(null);
  // Another machine goes on with what is kept.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was kept is read for each machine
  useEffect(() => {
    void Promise.all([storedWork(id), fetchLabWork(id), storedSteps(id)]).then(([here, kept, waiting]) => {
      const { snapshot: there, steps: records } = kept;
      const work = here !== null && there !== null ? (here.at >= there.at ? here : there) : (here ?? there);
      setKnown({ work, knownSteps: { records, waiting } });
    });
  }, [id, image]);
  if (known === null) return <Spinner label={labWorkspaceTexts.starting} />;
  const after = (then: () => void) => async (keep: () => Promise<void>) => {
    await keep();
    setKnown(null);
    then();
  };
  return (
    <RunningLab
      key={`${id} ${image?.name}`}
      {...props}
      {...known}
      image={image}
      ahead={ahead}
      onOther={
        props.image === null || props.session.provider !== 'browser'
          ? null
          : after(isMeanwhile ? () => setMeanwhile(false) : change)
      }
      onMeanwhile={after(() => setMeanwhile(true))}
    />
  );
}

/** What is left of the session's earlier pages, on this device or in the academy. */
interface Known {
  work: LabSnapshot | null;
  knownSteps: KnownSteps;
}

interface RunningLabProps extends LabWorkspaceProps, Known {
  /** How much of the Linux is loaded while the lab runs in the light shell; null: it is not loaded. */
  ahead: Loading | null;
  /** Changes between the light shell and the Linux, with what `keep` stores; null: there is only one. */
  onOther: ((keep: () => Promise<void>) => Promise<void>) | null;
  /** Begins in the light shell while the Linux is loaded. */
  onMeanwhile: (keep: () => Promise<void>) => Promise<void>;
}

type Side = 'instructions' | 'workspace';
type OpenModal = 'restart' | 'end' | null;

function RunningLab(props: RunningLabProps) {
  const {
    session: first,
    content,
    image,
    ahead,
    onOther,
    onMeanwhile,
    back,
    text,
    completed,
    onComplete,
    onEnded,
    work,
    knownSteps,
  } = props;
  const { session, ended, notice, refetch, extend } = useLabSession(first);
  const left = useSecondsLeft(session.secondsLeft, session);
  const run = useLabRun({ session: first, content, image, first: work, knownSteps, onEnded: () => void refetch() });
  const [openModal, setOpenModal] = useState<OpenModal>(null);
  const [side, setSide] = useState<Side>('instructions');
  const [folded, setFolded] = useState(false);
  const { frame, divider } = useLabFrame(run);
  const { page } = run;
  useBehind();

  const closeModal = () => setOpenModal(null);
  const end = async () => {
    closeModal();
    run.engine.close();
    await Promise.all([run.sendSteps(), storeWork(session.id, null)]);
    await storeSteps(session.id, []);
    await endLab(session.id);
    onEnded(false);
  };
  const mark = <MarkCompleteButton completed={completed} onComplete={onComplete} />;
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
        <FoldButton folded={folded} onToggle={() => setFolded(!folded)} />
        {session.extendable && <ExtendLabButton onClick={() => void extend()} />}
        <Button aria-label={labWorkspaceTexts.restart} onClick={() => setOpenModal('restart')}>
          <RotateCcw aria-hidden="true" />
          <span>{labWorkspaceTexts.restart}</span>
        </Button>
        {onOther !== null && run.loading === null && (
          <OtherMachineButton isLinux={image !== null} onClick={() => void onOther(run.keep)} />
        )}
        <EndLabButton onClick={() => setOpenModal('end')} />
        {mark}
      </LabBar>
      <SideSwitch side={side} onChange={setSide} />
      <Notices session={notice} run={run} ahead={ahead} onMeanwhile={() => void onMeanwhile(run.keep)} />
      <div className={css.halves}>
        <LabInstructions
          key={`${run.restarts} ${page.name}`}
          page={page}
          position={run.position}
          count={content.pages.length}
          steps={run.steps}
          inBrowser={run.engine.shells === null}
          actions={run.actions}
          hasFailed={run.hasFailed}
          files={run.files}
          onAction={(at, answers) => {
            // Where only one half fits, the half that the action affects is shown next.
            if (isShownInTools(page.actions[at])) setSide('workspace');
            run.actions.click(at, answers);
          }}
          onTurn={run.turn}
          end={<div className={css.next}>{mark}</div>}
        >
          <Suspense>{text(page.html)}</Suspense>
        </LabInstructions>
        {divider}
        <LabTools run={run} solutionOf={content.hasSolution ? session.id : null} />
      </div>
      <RestartLabModal
        open={openModal === 'restart'}
        onClose={closeModal}
        onRestart={() => {
          closeModal();
          void run.restart();
        }}
      />
      <EndLabModal open={openModal === 'end'} onClose={closeModal} onEnd={() => void end()}>
        {session.provider === 'sandbox' ? runningLabTexts.filesKept : labWorkspaceTexts.filesRemoved}
      </EndLabModal>
    </main>,
    document.body,
  );
}

/** The element of a running lab: shares its width by the divider, and starts each page of instructions at its top. */
function useLabFrame({ page, restarts }: LabRun) {
  const frame = useRef<HTMLElement>(null);
  const { share, divider } = useDivider();
  useLayoutEffect(() => {
    frame.current?.style.setProperty('--share', `${share}%`);
  }, [share]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins at its top
  useEffect(() => {
    frame.current?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    frame.current?.querySelector(`.${css.instructions}`)?.scrollTo({ top: 0 });
  }, [page?.name, restarts]);
  return { frame, divider };
}

/** Hides the instructions, or shows them. */
function FoldButton({ folded, onToggle }: { folded: boolean; onToggle: () => void }) {
  return (
    <Button
      className={css.fold}
      aria-label={folded ? labWorkspaceTexts.showInstructions : labWorkspaceTexts.hideInstructions}
      onClick={onToggle}
    >
      {folded ? <PanelLeftOpen aria-hidden="true" /> : <PanelLeftClose aria-hidden="true" />}
    </Button>
  );
}

/** Chooses the half that is shown where only one fits. */
function SideSwitch({ side, onChange }: { side: Side; onChange: (side: Side) => void }) {
  return (
    <div className={css.sides}>
      {(['instructions', 'workspace'] as const).map((one) => (
        <button key={one} type="button" aria-pressed={side === one} onClick={() => onChange(one)}>
          {one === 'instructions' ? labWorkspaceTexts.instructions : labWorkspaceTexts.workspace}
        </button>
      ))}
      <p>{labWorkspaceTexts.largerScreen}</p>
    </div>
  );
}

interface NoticesProps {
  session: string;
  run: LabRun;
  ahead: Loading | null;
  onMeanwhile: () => void;
}

/** Notices of session and engine, and whether the work could be saved. */
function Notices({ session, run, ahead, onMeanwhile }: NoticesProps) {
  const isLoaded = ahead !== null && ahead.loaded === ahead.total;
  const words = [
    session,
    run.notice,
    run.unsaved && labWorkspaceTexts.notSaved,
    isLoaded && labWorkspaceTexts.linuxLoaded,
  ];
  const loading = run.loading ?? (isLoaded ? null : ahead);
  return (
    <div className={css.notice}>
      <p role="status">{words.filter(Boolean).join(' ')}</p>
      {loading !== null && <LinuxLoading {...loading} />}
      {run.loading !== null && <Button onClick={onMeanwhile}>{labWorkspaceTexts.meanwhile}</Button>}
      {run.isGivenUp && <Button onClick={() => void run.retry()}>{labWorkspaceTexts.tryAgain}</Button>}
    </div>
  );
}

/** Changes between the light shell and the Linux. */
function OtherMachineButton({ isLinux, onClick }: { isLinux: boolean; onClick: () => void }) {
  const words = isLinux ? labWorkspaceTexts.toLight : labWorkspaceTexts.toLinux;
  return (
    <Button aria-label={words} onClick={onClick}>
      <ArrowRightLeft aria-hidden="true" />
      <span>{words}</span>
    </Button>
  );
}

/** How much of the Linux is loaded, in megabytes. */
function LinuxLoading({ loaded, total }: { loaded: number; total: number }) {
  const id = useId();
  const inMegabytes = (bytes: number) => Math.round(bytes / 1_000_000);
  return (
    <>
      <label htmlFor={id}>
        {labWorkspaceTexts.linuxLoads({ loaded: inMegabytes(loaded), total: inMegabytes(total) })}
      </label>
      <progress id={id} max={total} value={loaded} />
    </>
  );
}

function RestartLabModal({ open, onClose, onRestart }: { open: boolean; onClose: () => void; onRestart: () => void }) {
  return (
    <Modal
      open={open}
      title={labWorkspaceTexts.restartTitle}
      onClose={onClose}
      actions={
        <>
          <Button data-first onClick={onClose}>
            {runningLabTexts.continue}
          </Button>
          <Button look="primary" onClick={onRestart}>
            {labWorkspaceTexts.restart}
          </Button>
        </>
      }
    >
      <p>{labWorkspaceTexts.restartLoses}</p>
    </Modal>
  );
}
