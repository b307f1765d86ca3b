import type { Guide } from '@academy/contract/guides';
import { formatDuration } from '@academy/contract/rules/duration';
import { Check } from 'lucide-react';
import { useRelatedGuides } from '../../api/guides.ts';
import { useTenant } from '../../lib/runtime.tsx';
import { urls } from '../../navigation/urls.ts';
import { completeGuide, useIsGuideCompletionPending } from '../../progress/guide-progress.ts';
import { signInFor } from '../../sign-in/action-after-sign-in.ts';
import { useSession } from '../../sign-in/session.ts';
import { sessionIsStored } from '../../sign-in/stored-tokens.ts';
import { Button } from '../../ui/button.tsx';
import { CoverArt } from '../../ui/cover-art.tsx';
import css from './guide-end.module.css';
import { guideTexts } from './guide-texts.ts';

interface GuideEndProps {
  guide: Guide;
  /** Whether the viewer may read it. */
  open: boolean;
}

/** After the text: marking the guide complete, and guides to go on with. */
export function GuideEnd({ guide, open }: GuideEndProps) {
  return (
    <div className="no-print">
      {open && <Completion guide={guide} />}
      <Related guide={guide} />
    </div>
  );
}

function Completion({ guide }: { guide: Guide }) {
  const { isAuthenticated } = useSession();
  const onItsWay = useIsGuideCompletionPending(guide.lessonId);
  const done = guide.progressStatus === 'Completed' || onItsWay;
  const mark = () => {
    if (sessionIsStored()) void completeGuide(guide.lessonId);
    else signInFor('completion', { lessonId: guide.lessonId, courseId: null, isLastLesson: false }, guideTexts.logIn);
  };
  return (
    <section className={css.completion} aria-label={guideTexts.progress}>
      <p role="status">
        {done ? guideTexts.isCompleted : isAuthenticated ? guideTexts.readToEnd : guideTexts.readToEndVisitor}
      </p>
      {/* One button in both states, so that the focus stays where it is. */}
      <Button
        look={done ? 'plain' : 'primary'}
        className={done ? css.done : ''}
        aria-disabled={done}
        onClick={done ? undefined : mark}
      >
        {done && <Check aria-hidden="true" />}
        {done ? guideTexts.completed : guideTexts.markComplete}
      </Button>
    </section>
  );
}

function Related({ guide }: { guide: Guide }) {
  const related = useRelatedGuides(guide);
  const { cover } = useTenant();
  if (related.length === 0) return null;
  return (
    <section className={css.related} aria-labelledby="related">
      <h2 id="related">{guide.topic.length > 0 ? guideTexts.moreOnTopic : guideTexts.moreGuides}</h2>
      <ul>
        {related.map(({ lessonId, slug, title, type, duration }) => (
          <li key={lessonId} className={css.one}>
            <span className={css.art}>
              <CoverArt slug={slug} style={cover} />
            </span>
            <span>
              <a href={urls.guide(slug)} dir="auto">
                {title}
              </a>
              <small>{[guideTexts[type], formatDuration(duration)].filter(Boolean).join(' · ')}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
