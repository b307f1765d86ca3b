import { Fragment, type ReactNode } from 'react';
import { type Heading, Headings } from '../../features/on-this-page/on-this-page.tsx';
import { Modal } from '../../ui/modal.tsx';
import extras from './lesson-extras.module.css';
import { LESSON_KEYS } from './lesson-keys.ts';
import { lessonKeysTexts } from './lesson-keys-texts.ts';
import { lessonTexts } from './lesson-texts.ts';

export type Sheet = 'outline' | 'headings' | 'keys';

interface LessonSheetsProps {
  sheet: Sheet;
  course: ReactNode;
  outline: ReactNode;
  headings: readonly Heading[];
  onClose: () => void;
}

/** What narrow screens open on demand, and the list of shortcuts. */
export default function LessonSheets({ sheet, course, outline, headings, onClose }: LessonSheetsProps) {
  if (sheet === 'outline') {
    return (
      <Modal open sheet="left" title={lessonTexts.outline} onClose={onClose}>
        <nav aria-label={lessonTexts.courseOutline}>
          {course}
          {outline}
        </nav>
      </Modal>
    );
  }
  if (sheet === 'headings') {
    return (
      <Modal open sheet="right" title={lessonTexts.onThisPage} onClose={onClose}>
        <Headings headings={headings} onFollow={onClose} />
      </Modal>
    );
  }
  return (
    <Modal open title={lessonKeysTexts.title} onClose={onClose}>
      <dl className={extras.keys}>
        {LESSON_KEYS.map(({ key, action }) => (
          <Fragment key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{lessonKeysTexts[action]}</dd>
          </Fragment>
        ))}
      </dl>
    </Modal>
  );
}
