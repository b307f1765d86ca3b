import { ArrowLeft, Check, Square } from 'lucide-react';
import { type ReactNode, useLayoutEffect } from 'react';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import css from './lab-workspace.module.css';
import { runningLabTexts } from './running-lab-texts.ts';

interface LabBarProps {
  back: { href: string; title: string };
  title: string;
  /** Called before a link of the bar leaves the page. */
  onLeave?: () => void;
  /** Buttons at its end. */
  children: ReactNode;
}

/** The bar above a running lab: the link back, its title and its actions. */
export function LabBar({ back, title, onLeave, children }: LabBarProps) {
  return (
    <div className={css.bar}>
      <LinkButton look="quiet" className={css.back} href={back.href} aria-label={back.title} onClick={onLeave}>
        <ArrowLeft aria-hidden="true" />
        <span>{back.title}</span>
      </LinkButton>
      <p className={css.title} dir="auto">
        {title}
      </p>
      <div className={css.buttons}>{children}</div>
    </div>
  );
}

interface MarkCompleteButtonProps {
  /** Whether lesson or guide is completed; null while that is not known. */
  completed: boolean | null;
  onComplete: () => void;
}

/** Completes the lesson or guide of a lab. */
export function MarkCompleteButton({ completed, onComplete }: MarkCompleteButtonProps) {
  return (
    <Button look={completed === true ? 'plain' : 'primary'} disabled={completed !== false} onClick={onComplete}>
      <Check aria-hidden="true" />
      {completed === true ? runningLabTexts.isCompleted : runningLabTexts.markComplete}
    </Button>
  );
}

/** The button that ends a lab. */
export function EndLabButton({ onClick }: { onClick: () => void }) {
  return (
    <Button aria-label={runningLabTexts.end} onClick={onClick}>
      <Square aria-hidden="true" />
      <span>{runningLabTexts.end}</span>
    </Button>
  );
}

interface EndLabModalProps {
  open: boolean;
  onClose: () => void;
  onEnd: () => void;
  /** What becomes of the learner's work. */
  children: string;
}

/** The question before a lab ends. */
export function EndLabModal({ open, onClose, onEnd, children }: EndLabModalProps) {
  return (
    <Modal
      open={open}
      title={runningLabTexts.endTitle}
      onClose={onClose}
      actions={
        <>
          <Button data-first onClick={onClose}>
            {runningLabTexts.continue}
          </Button>
          <Button look="primary" onClick={onEnd}>
            {runningLabTexts.end}
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Modal>
  );
}

/** The page behind a running lab, the site's header included, is inert while it runs. */
export function useBehind(): void {
  useLayoutEffect(() => {
    const behind = [...document.querySelectorAll<HTMLElement>('#root > :is(a, header, div:has(#main))')];
    for (const element of behind) element.style.visibility = 'hidden';
    const { style } = document.documentElement;
    style.overflow = 'hidden';
    style.scrollbarGutter = 'auto';
    return () => {
      for (const element of behind) element.style.visibility = '';
      style.overflow = '';
      style.scrollbarGutter = '';
    };
  }, []);
}
