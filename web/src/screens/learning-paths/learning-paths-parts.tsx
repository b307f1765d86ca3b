import type { LearningPathItem } from '@academy/contract/learning-paths';
import { formatDuration } from '@academy/contract/rules/duration';
import { normaliseOption, titleOfOption } from '@academy/contract/rules/option-names';
import { useMemo } from 'react';
import { learningPathList } from '../../api/learning-paths.ts';
import { overlayRules, useOverlay } from '../../api/progress.ts';
import card from '../../features/cards/card.module.css';
import grid from '../../features/cards/card-grid.module.css';
import { ListPage } from '../../features/lists/list-page.tsx';
import { SectionBanner } from '../../features/section-banner/section-banner.tsx';
import { useTenant } from '../../lib/runtime.tsx';
import { CoverArt } from '../../ui/cover-art.tsx';
import { Ring } from '../../ui/ring.tsx';
import { urls } from '../../urls.ts';
import { stepsText } from './steps-text.ts';

const COMPARABLE = { idOf: (path: LearningPathItem) => path.pathId, entryOf: (path: LearningPathItem) => path };

/** The learning paths with their filters. */
export function LearningPathsList({ search, categories }: { search: URLSearchParams; categories: readonly string[] }) {
  // A path is as far as its courses are; hearts are its own.
  const ofCourses = useOverlay('courses');
  const ofPaths = useOverlay('paths');
  const own = useMemo(
    () =>
      ofCourses &&
      ofPaths && {
        favoriteCount: ofPaths.favoriteCount,
        states: Object.values(ofPaths.items),
        merge: (path: LearningPathItem) => ({
          ...overlayRules().mergePathItem(path, ofCourses),
          isFavorite: ofPaths.items[path.pathId]?.isFavorite ?? false,
        }),
      },
    [ofCourses, ofPaths],
  );
  return (
    <>
      <SectionBanner kind="paths" />
      <ListPage
        listing={learningPathList}
        comparable={COMPARABLE}
        own={own}
        search={search}
        categories={categories}
        sorts={['title', 'newest', 'shortest']}
        one="learning path"
        many="learning paths"
        urlOf={urls.learningPaths}
      >
        {(paths) => (
          <ul className={`${grid.grid} ${grid.wide}`} aria-label="Learning paths">
            {paths.map((path) => (
              <li key={path.pathId}>
                <PathCard path={path} lead={paths.length === 1} />
              </li>
            ))}
          </ul>
        )}
      </ListPage>
    </>
  );
}

/** @param lead cover and text side by side where there is room */
function PathCard({ path, lead }: { path: LearningPathItem; lead: boolean }) {
  const { cover } = useTenant();
  const duration = formatDuration(path.duration);
  return (
    <article className={lead ? `${card.card} ${card.lead}` : card.card}>
      <div className={card.cover}>
        <span className={card.frame}>
          <CoverArt slug={path.slug} style={cover} />
        </span>
        {path.percent > 0 && (
          <span className={card.ring}>
            <Ring percent={path.percent} size={40} figure label={`${path.percent} percent`} />
          </span>
        )}
      </div>
      <div>
        <p className={card.meta}>
          {path.level && <span>{titleOfOption(normaliseOption(path.level))}</span>}
          <span>{stepsText(path.steps)}</span>
          {duration && <span>{duration}</span>}
        </p>
        <h2 className={card.title}>
          <a href={urls.learningPath(path.slug)}>{path.title}</a>
        </h2>
        <p className={card.text}>{path.description}</p>
      </div>
    </article>
  );
}
