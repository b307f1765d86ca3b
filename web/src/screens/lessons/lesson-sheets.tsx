import { Fragment, type ReactNode } from 'react';
import { type Heading, Headings } from '../../features/on-this-page/on-this-page.tsx';
import { Modal } from '../../ui/modal.tsx';
import extras from './lesson-extras.module.css';
import { LESSON_KEYS } from './lesson-keys.ts';

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
      <Modal open sheet="left" title="Outline" onClose={onClose}>
        <nav aria-label="Course outline">
          {course}
          {outline}
        </nav>
      </Modal>
    );
  }
  if (sheet === 'headings') {
    return (
      <Modal open sheet="right" title="On this page" onClose={onClose}>
        <Headings headings={headings} onFollow={onClose} />
      </Modal>
    );
  }
  return (
    <Modal open title="Keyboard shortcuts" onClose={onClose}>
      <dl className={extras.keys}>
        {LESSON_KEYS.map(({ key, title }) => (
          <Fragment key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{title}</dd>
          </Fragment>
        ))}
      </dl>
    </Modal>
  );
}
