import type { Lesson } from '@academy/contract/lessons';
import { FlaskConical, ListChecks } from 'lucide-react';
import { LinkButton } from '../../ui/button.tsx';
import { urls } from '../../urls.ts';
import css from './further.module.css';
import { furtherWords } from './further-words.ts';

interface FurtherProps {
  /** Of the course. */
  slug: string;
  lessonSlug: string;
  type: Lesson['type'];
  labProvider: Lesson['labProvider'];
}

/** The way to what belongs to the lesson and has a page of its own: its lab, or its questions. */
export function Further({ slug, lessonSlug, type, labProvider }: FurtherProps) {
  const isLab = type === 'lab';
  return (
    <div className={css.further}>
      {isLab ? <FlaskConical aria-hidden="true" /> : <ListChecks aria-hidden="true" />}
      <p>{furtherWords(type, labProvider)}</p>
      <LinkButton
        look="primary"
        href={isLab ? urls.lessonLab(slug, lessonSlug) : urls.knowledgeCheck(slug, lessonSlug)}
      >
        {isLab ? 'Open the lab' : 'Open the questions'}
      </LinkButton>
    </div>
  );
}
