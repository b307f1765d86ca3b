import type { LabSession } from '@academy/contract/labs';
import { Play } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { Button, LinkButton } from '../../ui/button.tsx';
import { endReasonText } from './end-reason.ts';
import css from './lab-frame.module.css';
import { runningLabTexts } from './running-lab-texts.ts';

interface LabEndedProps {
  session: LabSession;
  /** The platform's notification of the end; null: none. */
  notification?: string | null;
  back: { href: string; title: string };
  onAgain: () => void;
}

/** A lab that has ended: the reason, what is kept of the work, and links. */
export function LabEnded({ session, notification = null, back, onAgain }: LabEndedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <section className={css.ended} aria-labelledby="lab-ended">
      <h1 id="lab-ended" ref={heading} tabIndex={-1}>
        {runningLabTexts.endedTitle}
      </h1>
      <p>{endReasonText(session, notification)}</p>
      <p>{session.provider === 'sandbox' ? runningLabTexts.filesKept : runningLabTexts.workNotKept}</p>
      <div>
        <Button look="primary" onClick={onAgain}>
          <Play aria-hidden="true" />
          {session.endReason === 'failed' ? runningLabTexts.tryAgain : runningLabTexts.startAgain}
        </Button>
        <LinkButton href={back.href}>{back.title}</LinkButton>
      </div>
    </section>
  );
}
