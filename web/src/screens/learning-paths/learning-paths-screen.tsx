import type { LearningPathItem } from '@academy/contract/learning-paths';
import { formatDuration } from '@academy/contract/rules/duration';
import { normaliseOption, titleOfOption } from '@academy/contract/rules/option-names';
import { prefetchLearningPaths, useLearningPaths } from '../../api/learning-paths.ts';
import card from '../../features/cards/card.module.css';
import grid from '../../features/cards/card-grid.module.css';
import { EmptyList } from '../../features/empty-list/empty-list.tsx';
import { SectionBanner } from '../../features/section-banner/section-banner.tsx';
import { useTenant } from '../../lib/runtime.tsx';
import type { ScreenContext } from '../../lib/screen.ts';
import { CoverArt } from '../../ui/cover-art.tsx';
import { Ring } from '../../ui/ring.tsx';
import { urls } from '../../urls.ts';
import { stepsText } from './steps-text.ts';

export const prefetch = ({ client }: ScreenContext<'/paths'>) => prefetchLearningPaths(client);
export const head = ({ tenant }: ScreenContext<'/paths'>) => ({
  title: 'Learning Paths',
  description: tenant.sections.paths.text,
});

/** All learning paths of this academy. */
export default function LearningPathsScreen() {
  const paths = useLearningPaths();
  const { misconfigurationNotice } = useTenant();
  return (
    <div className="page">
      <SectionBanner kind="paths" />
      {paths.length === 0 ? (
        <EmptyList title="No learning paths here yet" live>
          <p>{misconfigurationNotice ?? 'The first learning paths are on their way. Please come back soon.'}</p>
        </EmptyList>
      ) : (
        <ul className={`${grid.grid} ${grid.wide}`} aria-label="Learning paths">
          {paths.map((path) => (
            <li key={path.pathId}>
              <PathCard path={path} lead={paths.length === 1} />
            </li>
          ))}
        </ul>
      )}
    </div>
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
