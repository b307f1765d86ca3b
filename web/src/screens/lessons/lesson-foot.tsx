import { ArrowLeft, ArrowRight, Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { joined } from '../../i18n/joined.ts';
import { isSecondClick } from '../../lib/second-click.ts';
import { Button } from '../../ui/button.tsx';
import extras from './lesson-extras.module.css';
import css from './lesson-screen.module.css';
import { lessonTexts } from './lesson-texts.ts';

/** Marking the lesson complete. */
export interface Marking {
  done: boolean;
  /** False while the lesson is locked: there is nothing to mark. */
  canMark: boolean;
  /** Marks it, or leads to what has to be done first. */
  mark: () => void;
  /** On the button that marks. */
  word: string;
  undo: () => void;
}

interface Turn {
  href: string;
  title: string;
}

interface LessonFootProps {
  previous: Turn | null;
  /** The next lesson, or the conclusion after the last. */
  next: Turn & { word: string };
  marking: Marking | null;
  /** Whether what was done is saved. */
  saving: ReactNode;
}

/** Sticks to the foot of the screen: previous, mark complete, next. */
export function LessonFoot({ previous, next, marking, saving }: LessonFootProps) {
  return (
    <nav className={`${css.foot} no-print`} aria-label={lessonTexts.lesson}>
      {previous ? (
        <a
          className={css.turn}
          href={previous.href}
          rel="prev"
          aria-label={lessonTexts.previousOf({ title: previous.title })}
        >
          <ArrowLeft aria-hidden="true" />
          <span>{joined(lessonTexts.previousLink({ b: (words) => <b>{words}</b>, title: previous.title }))}</span>
        </a>
      ) : null}
      {marking?.canMark &&
        (marking.done ? (
          <Button
            className={`${css.mark} ${extras.marked}`}
            aria-label={lessonTexts.completedUndo}
            title={lessonTexts.undo}
            onClick={(event) => isSecondClick(event) || marking.undo()}
          >
            <Check aria-hidden="true" />
            {lessonTexts.completed}
          </Button>
        ) : (
          <Button look="primary" className={css.mark} onClick={marking.mark}>
            {marking.word}
          </Button>
        ))}
      <a className={`${css.turn} ${css.next}`} href={next.href} rel="next" aria-label={`${next.word}: ${next.title}`}>
        <span>
          {next.word} <b>{next.title}</b>
        </span>
        <ArrowRight aria-hidden="true" />
      </a>
      {saving}
    </nav>
  );
}
