import type { OverlayItem } from '@academy/contract/progress';
import { formatDuration } from '@academy/contract/rules/duration';
import { ArrowRight, BookOpen } from 'lucide-react';
import { Suspense, useMemo } from 'react';
import { cachedCourse, type OutlinedCourse, prefetchCourse, useCourse } from '../../api/courses.ts';
import { continueUrl } from '../../api/progress.ts';
import {
  isAtEndOfReach,
  isCompleted,
  lessonsDoneText,
  percentOf,
  reachPercentOf,
  reachText,
} from '../../catalogue/course-progress.ts';
import { lockMessage } from '../../catalogue/lock-message.ts';
import { goToLogin } from '../../features/access-lock/go-to-login.ts';
import { LockPanel } from '../../features/access-lock/lock-panel.tsx';
import { ProLink } from '../../features/access-lock/pro-link.tsx';
import { ReachNote } from '../../features/access-lock/reach-note.tsx';
import { DurationFact, HeroFacts, ItemHero, LevelFact } from '../../features/item-hero/item-hero.tsx';
import { OriginalNote } from '../../features/language/original-note.tsx';
import { firstToDo, type OutlineGroup, outlineOf } from '../../features/lesson-outline/outline-view.ts';
import { Prose } from '../../features/prose/prose.tsx';
import { PageActions } from '../../features/share/page-actions.tsx';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { useTenant } from '../../lib/runtime.tsx';
import { AfterHeading } from '../../navigation/after-heading.tsx';
import type { ScreenContext, ScreenProps } from '../../navigation/screen.ts';
import { urls } from '../../navigation/urls.ts';
import { useSession } from '../../sign-in/session.ts';
import { LinkButton } from '../../ui/button.tsx';
import { CoverArt } from '../../ui/cover-art.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Ring } from '../../ui/ring.tsx';
import { CourseAside } from './course-aside.tsx';
import { CourseContents } from './course-contents.tsx';
import css from './course-screen.module.css';
import { courseTexts } from './course-texts.ts';

const CourseNews = lazyComponent(
  () => import('./course-news.tsx'),
  (file) => file.CourseNews,
);

type Path = '/courses/:slug';

export const prefetch = ({ client, params }: ScreenContext<Path>) => prefetchCourse(client, params.slug);
export const head = ({ client, params }: ScreenContext<Path>) => {
  const course = cachedCourse(client, params.slug);
  return { title: course?.title ?? courseTexts.course, description: course?.description ?? '' };
};

/** One course: its description, the learner's progress, and its table of contents. */
export default function CourseScreen({ params: { slug } }: ScreenProps<Path>) {
  const { course, progress } = useCourse(slug);
  const tenant = useTenant();
  const { isAuthenticated } = useSession();
  const groups = useMemo(() => outlineOf(course.lessons), [course.lessons]);
  const news = course.lessons.filter((lesson) => lesson.news);
  const lock = lockMessage(course.locked, isAuthenticated, tenant);
  return (
    <div className="page">
      <ItemHero
        item={course}
        list={{ href: urls.courses(), name: courseTexts.courses }}
        actions={<PageActions kind="course" id={course.courseId} title={course.title} courseSlug={slug} />}
        picture={
          <Picture src={course.thumbnail} width="640" height="400">
            <CoverArt slug={course.slug} style={tenant.cover} />
          </Picture>
        }
      >
        <Facts course={course} groups={groups} />
        <MainLink course={course} groups={groups} progress={progress} />
        <ReachNote text={reachText(course)} />
      </ItemHero>
      <div className={css.body}>
        <AfterHeading>
          <div>
            <OriginalNote language={course.language} />
            {course.summary && (
              <section className={css.about} aria-label={courseTexts.about}>
                <Prose html={course.summary} language={course.language} />
              </section>
            )}
            {news.length > 0 && (
              <Suspense>
                <CourseNews courseSlug={course.slug} lessons={news} />
              </Suspense>
            )}
            <div className={progress ? undefined : css.waiting}>
              <CourseContents
                groups={groups}
                hrefOf={(lessonSlug) => urls.lesson(course.slug, lessonSlug)}
                nextSlug={(progress && (progress.continueAt ?? firstToDo(groups))?.slug) ?? null}
                labsOutside={course.labType === 'externalLab'}
              />
              {lock && <LockPanel message={lock} onLogin={goToLogin} />}
            </div>
          </div>
          <CourseAside course={course} />
        </AfterHeading>
      </div>
    </div>
  );
}

function Facts({ course, groups }: { course: OutlinedCourse; groups: readonly OutlineGroup[] }) {
  const modules = groups.filter((group) => group.title !== null).length;
  const lessons = groups.reduce((sum, group) => sum + group.lessons.length, 0);
  return (
    <HeroFacts>
      <LevelFact level={course.level} />
      <li>
        <BookOpen aria-hidden="true" />
        {modules > 0 ? courseTexts.sizeWithModules({ modules, lessons }) : courseTexts.size({ lessons })}
      </li>
      <DurationFact>{formatDuration(course.duration)}</DurationFact>
    </HeroFacts>
  );
}

interface MainLinkProps {
  course: OutlinedCourse;
  groups: readonly OutlineGroup[];
  progress: OverlayItem | undefined;
}

/**
 * Starts or continues the course, or leads to its conclusion, with the progress beside it. Its height is reserved, because
 * progress is loaded after the page.
 */
function MainLink({ course, groups, progress }: MainLinkProps) {
  const isStarted = course.completedLesson > 0 || progress?.continueAt != null;
  const next = progress?.continueAt ?? firstToDo(groups);
  const percent = percentOf(course);
  if (next === null) return <div className={css.main} />;
  if (isCompleted(course)) {
    return (
      <div className={`${css.main} no-print`}>
        <LinkButton look="primary" href={urls.courseConclusion(course.slug)}>
          {courseTexts.seeConclusion}
        </LinkButton>
        <p className={css.done}>
          <Ring percent={100} size={28} />
          {courseTexts.completed}
        </p>
      </div>
    );
  }
  return (
    <div className={`${css.main} no-print`}>
      {isAtEndOfReach(course) ? (
        <ProLink look="primary" />
      ) : (
        <LinkButton look="primary" href={(progress?.continueAt ? continueUrl : urls.lesson)(course.slug, next.slug)}>
          {isStarted ? courseTexts.continue : courseTexts.start}
          <ArrowRight aria-hidden="true" />
        </LinkButton>
      )}
      {isStarted && (
        <p className={css.done}>
          <Ring
            percent={percent}
            reach={reachPercentOf(course)}
            size={44}
            figure
            label={courseTexts.percent({ percent })}
          />
          {lessonsDoneText(course)}
        </p>
      )}
    </div>
  );
}
