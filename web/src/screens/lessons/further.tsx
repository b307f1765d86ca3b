import type { Lesson } from '@academy/contract/lessons';
import { FlaskConical, ListChecks } from 'lucide-react';
import { urls } from '../../navigation/urls.ts';
import { LinkButton } from '../../ui/button.tsx';
import css from './further.module.css';
import { furtherWords } from './further-text.ts';
import { lessonTexts } from './lesson-texts.ts';
import { OnlyAttempt } from './only-attempt.tsx';

interface FurtherProps {
  /** Of the course. */
  slug: string;
  lesson: Pick<Lesson, 'slug' | 'type' | 'hasLab' | 'labProvider'>;
  /** True when the learner's only attempt at the questions did not pass. */
  isOver: boolean;
}

/** The link to the lesson's lab or questions, which have a page of their own. */
export function Further({ slug, lesson, isOver }: FurtherProps) {
  const { type, hasLab, labProvider } = lesson;
  const isLab = type === 'lab';
  return (
    <div className={css.further}>
      {isLab ? <FlaskConical aria-hidden="true" /> : <ListChecks aria-hidden="true" />}
      {isOver ? <OnlyAttempt /> : <p>{furtherWords(type, labProvider, hasLab)}</p>}
      {(hasLab || !isLab) && (
        <LinkButton
          look="primary"
          href={isLab ? urls.lessonLab(slug, lesson.slug) : urls.knowledgeCheck(slug, lesson.slug)}
        >
          {isLab ? lessonTexts.openLab : isOver ? lessonTexts.seeResult : lessonTexts.openQuestions}
        </LinkButton>
      )}
    </div>
  );
}
