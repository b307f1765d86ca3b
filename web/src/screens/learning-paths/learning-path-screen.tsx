import type { LearningPath } from '@academy/contract/learning-paths';
import { formatDuration } from '@academy/contract/rules/duration';
import { pathCounts } from '@academy/contract/rules/path-progress';
import { ArrowRight, BookOpen } from 'lucide-react';
import { cachedLearningPath, prefetchLearningPath, useLearningPath } from '../../api/learning-paths.ts';
import { continueUrl, useOverlay } from '../../api/progress.ts';
import { hasLessonsLeft, hasReachLeft, reachPercentOf, reachText } from '../../catalogue/course-progress.ts';
import { ProLink } from '../../features/access-lock/pro-link.tsx';
import { ReachNote } from '../../features/access-lock/reach-note.tsx';
import { DurationFact, HeroFacts, ItemHero, LevelFact } from '../../features/item-hero/item-hero.tsx';
import { OriginalNote } from '../../features/language/original-note.tsx';
import { Prose } from '../../features/prose/prose.tsx';
import { PageActions } from '../../features/share/page-actions.tsx';
import { useTenant } from '../../lib/runtime.tsx';
import type { ScreenContext, ScreenProps } from '../../navigation/screen.ts';
import { urls } from '../../navigation/urls.ts';
import { LinkButton } from '../../ui/button.tsx';
import { CoverArt } from '../../ui/cover-art.tsx';
import { Ring } from '../../ui/ring.tsx';
import css from './learning-path-screen.module.css';
import { learningPathTexts } from './learning-path-texts.ts';
import { PathSteps } from './path-steps.tsx';
import { stepsText } from './steps-text.ts';

type Path = '/paths/:slug';

export const prefetch = ({ client, params }: ScreenContext<Path>) => prefetchLearningPath(client, params.slug);
export const head = ({ client, params }: ScreenContext<Path>) => {
  const path = cachedLearningPath(client, params.slug);
  return { title: path?.title ?? learningPathTexts.learningPath, description: path?.description ?? '' };
};

/** One learning path: what it is about, and its steps as a route from top to bottom. */
export default function LearningPathScreen({ params: { slug } }: ScreenProps<Path>) {
  const path = useLearningPath(slug);
  const tenant = useTenant();
  return (
    <div className="page">
      <ItemHero
        className={css.hero}
        item={path}
        list={{ href: urls.learningPaths(), name: learningPathTexts.learningPaths }}
        actions={<PageActions kind="path" id={path.pathId} title={path.title} />}
        picture={<CoverArt slug={path.slug} style={tenant.cover} />}
      >
        <HeroFacts>
          <LevelFact level={path.level} />
          <li>
            <BookOpen aria-hidden="true" />
            {stepsText(path.steps)}
          </li>
          <DurationFact>{formatDuration(path.duration)}</DurationFact>
        </HeroFacts>
        <MainLink path={path} />
        <ReachNote text={reachText(path)} />
      </ItemHero>
      <OriginalNote language={path.language} />
      {path.summary && (
        <section className={css.about} aria-label={learningPathTexts.about}>
          <Prose html={path.summary} language={path.language} />
        </section>
      )}
      <Banner />
      <section aria-labelledby="steps">
        <h2 id="steps" className={css.steps}>
          {learningPathTexts.steps}
        </h2>
        <PathSteps path={path} />
      </section>
    </div>
  );
}

/** The brand's text about learning paths. */
function Banner() {
  const { heading, title, text } = useTenant().sections.path_details;
  return (
    <div className={css.about}>
      <h2 className={css.kind}>{heading}</h2>
      <p>{title}</p>
      <p className={css.lead}>{text}</p>
    </div>
  );
}

/**
 * Starts or continues the path at its next lesson, with the progress beside it. Its height is reserved, because progress is
 * loaded after the page.
 */
function MainLink({ path }: { path: LearningPath }) {
  const overlay = useOverlay('courses');
  const left = path.courses.filter(hasLessonsLeft);
  const next = left.find(hasReachLeft) ?? left[0] ?? path.courses[0];
  // What is left needs Pro membership.
  const isAtEnd = path.percent > 0 && left.length > 0 && !left.some(hasReachLeft);
  const continueAt = next && overlay?.items[next.courseId]?.continueAt;
  const lesson = continueAt ?? next?.firstLesson;
  const isStarted = path.percent > 0 || continueAt != null;
  const lessonUrl = continueAt ? continueUrl : urls.lesson;
  return (
    <div className={`${css.go} no-print`}>
      {isAtEnd && <ProLink look="primary" />}
      {next && !isAtEnd && (
        <LinkButton look="primary" href={lesson ? lessonUrl(next.slug, lesson.slug) : urls.course(next.slug)}>
          {learningPathTexts[!isStarted ? 'start' : path.percent === 100 ? 'again' : 'continue']}
          <ArrowRight aria-hidden="true" />
        </LinkButton>
      )}
      {isStarted && (
        <p className={css.done}>
          <Ring
            percent={path.percent}
            reach={reachPercentOf({ ...pathCounts(path.courses), proLessons: path.proLessons })}
            size={44}
            figure
            label={learningPathTexts.percent({ percent: path.percent })}
          />
          {learningPathTexts.ofLessons({ count: path.lessonsCount })}
        </p>
      )}
    </div>
  );
}
