import { LAB_WAITING_SECONDS, type LabSession } from '@academy/contract/labs';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { endLab } from '../../api/labs.ts';
import { EndLabButton, EndLabModal, LabBar, MarkCompleteButton, useBehind } from './lab-bar.tsx';
import { ExtendLabButton, LabCountdown, useSecondsLeft } from './lab-countdown.tsx';
import { LabEnded } from './lab-ended.tsx';
import css from './lab-frame.module.css';
import shared from './lab-workspace.module.css';
import { runningLabTexts } from './running-lab-texts.ts';
import { useLabSession } from './use-lab-session.ts';

interface LabFrameProps {
  session: LabSession;
  title: string;
  back: { href: string; title: string };
  /** Whether lesson or guide is completed; null while that is not known. */
  completed: boolean | null;
  onComplete: () => void;
  /** Called when the learner leaves a lab that has ended. @param again to start it again */
  onEnded: (again: boolean) => void;
}

/** A lab of another platform in a frame, below the academy's bar. */
export function LabFrame({ session: first, title, back, completed, onComplete, onEnded }: LabFrameProps) {
  const { session, ended, running, notice, refetch, extend } = useLabSession(first);
  const [notification, setNotification] = useState<string | null>(null);
  const [asked, setAsked] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const left = useSecondsLeft(session.secondsLeft, session);
  useBehind();

  // When a lab has ended, the platform redirects its frame to a page of the academy, which posts a message to this one.
  useEffect(() => {
    const receive = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return;
      const notification = (data as { labReturn?: unknown } | null)?.labReturn;
      if (typeof notification !== 'string') return;
      setNotification(notification);
      void (async () => {
        const now = await refetch();
        if (now?.state === 'ended') return;
        await endLab(first.id);
        await refetch();
      })();
    };
    addEventListener('message', receive);
    return () => removeEventListener('message', receive);
  }, [refetch, first.id]);

  const end = async () => {
    setAsked(false);
    await endLab(session.id);
    onEnded(false);
  };
  const waited = LAB_WAITING_SECONDS - Math.ceil(left ?? 0);
  return createPortal(
    <main className={shared.lab}>
      <LabBar back={back} title={title}>
        {running && <LabCountdown seconds={left} />}
        {running && session.extendable && <ExtendLabButton onClick={() => void extend()} />}
        {!ended && <EndLabButton onClick={() => setAsked(true)} />}
        <MarkCompleteButton completed={completed} onComplete={onComplete} />
      </LabBar>
      <p className={css.narrow}>{runningLabTexts.largerScreen}</p>
      <p className={shared.notice} role="status">
        {notice}
      </p>
      <div className={css.place}>
        {!ended && session.open.url !== null && (
          <iframe
            ref={frame}
            className={css.frame}
            title={/^lab\b/i.test(title) ? title : runningLabTexts.frameTitle({ title })}
            src={session.open.url}
            sandbox="allow-scripts allow-forms allow-same-origin allow-popups"
            allow="clipboard-read; clipboard-write"
          />
        )}
        {!ended && !running && (
          <div className={css.waiting} role="status">
            <h1>{runningLabTexts.gettingReady}</h1>
            <p>{runningLabTexts.waitHelp}</p>
            <progress max={LAB_WAITING_SECONDS} value={waited} aria-label={runningLabTexts.timeWaited} />
          </div>
        )}
        {ended && <LabEnded session={session} notification={notification} back={back} onAgain={() => onEnded(true)} />}
      </div>
      <EndLabModal open={asked} onClose={() => setAsked(false)} onEnd={() => void end()}>
        {runningLabTexts.workLost}
      </EndLabModal>
    </main>,
    document.body,
  );
}
