import type { GuideType } from '@academy/contract/guides';
import type { LearningPathItem } from '@academy/contract/learning-paths';
import { formatDuration } from '@academy/contract/rules/duration';
import { ArrowRight, BookOpen, CirclePlay, FlaskConical } from 'lucide-react';
import { reachText } from '../../catalogue/course-progress.ts';
import { typeText } from '../../catalogue/option-text.ts';
import { useTenant } from '../../lib/runtime.tsx';
import { urls } from '../../navigation/urls.ts';
import { LinkButton } from '../../ui/button.tsx';
import { useFirstGuides, usePathTeasers } from './featured.ts';
import css from './landing.module.css';
import { landingTexts } from './landing-texts.ts';

/** Stops that are shown of each of several paths. */
const MAX_STOPS = 4;

/** The learning paths: the first ones with their stops; a drawing where there is none yet. */
export function PathsTeaser() {
  const { landing } = useTenant();
  const paths = usePathTeasers();
  return (
    <section className={`${css.section} ${css.paths}`} aria-labelledby="paths">
      <div>
        <h2 id="paths">{landing.paths.title}</h2>
        <p>{landing.paths.text}</p>
        <LinkButton href={urls.learningPaths()}>
          {landingTexts.seePaths}
          <ArrowRight aria-hidden="true" />
        </LinkButton>
      </div>
      {paths.length === 0 ? (
        <RouteDrawing />
      ) : (
        <ul className={css.routes} aria-label={landingTexts.pathList}>
          {paths.map((path) => (
            <PathCard key={path.pathId} path={path} stops={paths.length === 1 ? 2 * MAX_STOPS : MAX_STOPS} />
          ))}
        </ul>
      )}
    </section>
  );
}

function PathCard({ path, stops }: { path: LearningPathItem; stops: number }) {
  const courses = path.steps.filter(({ type, available }) => type === 'course' && available);
  const duration = formatDuration(path.duration);
  return (
    <li className={css.path}>
      <h3 dir="auto">
        <a href={urls.learningPath(path.slug)}>{path.title}</a>
      </h3>
      <p>
        {[landingTexts.coursesOfPath({ count: courses.length }), duration, reachText(path)].filter(Boolean).join(' · ')}
      </p>
      <ol className={css.stops}>
        {courses.slice(0, stops).map(({ id, title }) => (
          <li key={id} dir="auto">
            {title}
          </li>
        ))}
        {courses.length > stops && <li>{landingTexts.moreCoursesOfPath({ count: courses.length - stops })}</li>}
      </ol>
    </li>
  );
}

/** The first guides, beside a text about guides. */
export function GuidesTeaser() {
  const { sections } = useTenant();
  const guides = useFirstGuides();
  if (guides.length === 0) return null;
  return (
    <section className={css.section} aria-labelledby="guides">
      <div className={css.head}>
        <h2 id="guides">{sections.guides.title}</h2>
        <a href={urls.guides()}>{landingTexts.allGuides}</a>
      </div>
      <p className={css.lead}>{sections.guides.text}</p>
      <ul className={css.guides} aria-label={landingTexts.guideList}>
        {guides.map((guide) => (
          <li key={guide.lessonId} className={css.guide}>
            <span className={css.kind}>
              <TypeIcon type={guide.type} />
            </span>
            <div>
              <h3 dir="auto">
                <a href={urls.guide(guide.slug)}>{guide.title}</a>
              </h3>
              <p>{[typeText(guide.type), formatDuration(guide.duration)].filter(Boolean).join(' · ')}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Lighter than cover art, so that the first page still arrives in one go. */
function TypeIcon({ type }: { type: GuideType }) {
  const Icon = { article: BookOpen, lab: FlaskConical, video: CirclePlay }[type];
  return <Icon aria-hidden="true" />;
}

/** Stops along a way, the last one reached. */
function RouteDrawing() {
  return (
    <svg className={css.route} viewBox="0 0 400 200" aria-hidden="true">
      <path className={css.routeLine} d="M24 168C110 168 96 92 170 96s60 52 116 34 44-92 90-96" />
      <circle className={css.routeStop} cx="24" cy="168" r="13" />
      <circle className={css.routeStop} cx="170" cy="96" r="13" />
      <circle className={css.routeStop} cx="286" cy="130" r="13" />
      <circle className={css.routeStop} cx="376" cy="34" r="17" />
    </svg>
  );
}
