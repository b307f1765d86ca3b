import type { LearningPathItem } from '@academy/contract/learning-paths';
import { useCallback } from 'react';
import { learningPathList } from '../../api/learning-paths.ts';
import { useOverlay } from '../../api/progress.ts';
import { pathReachOf } from '../../catalogue/course-progress.ts';
import { Card } from '../../features/cards/card.tsx';
import grid from '../../features/cards/card-grid.module.css';
import { ListPage } from '../../features/lists/list-page.tsx';
import { useLearnerState } from '../../features/lists/use-list.ts';
import { SectionBanner } from '../../features/section-banner/section-banner.tsx';
import { useTenant } from '../../lib/runtime.tsx';
import { urls } from '../../navigation/urls.ts';
import { mergePathItem, type Overlay } from '../../overlay/overlay.ts';
import { useSession } from '../../sign-in/session.ts';
import { CoverArt } from '../../ui/cover-art.tsx';
import { learningPathListTexts } from './learning-path-list-texts.ts';
import { learningPathTexts } from './learning-path-texts.ts';
import { stepsText } from './steps-text.ts';

const COMPARABLE = { idOf: (path: LearningPathItem) => path.pathId, entryOf: (path: LearningPathItem) => path };

/** The learning paths with their filters. */
export function LearningPathsList({ search, categories }: { search: URLSearchParams; categories: readonly string[] }) {
  const ofCourses = useOverlay('courses');
  const ofPaths = useOverlay('paths');
  const merge = useCallback(
    (path: LearningPathItem, paths: Overlay) => (ofCourses === null ? path : mergePathItem(path, ofCourses, paths)),
    [ofCourses],
  );
  const learner = useLearnerState(ofCourses && ofPaths, merge);
  return (
    <>
      <SectionBanner kind="paths" />
      <ListPage
        listing={learningPathList}
        comparable={COMPARABLE}
        learner={learner}
        search={search}
        categories={categories}
        sorts={['title', 'newest', 'shortest']}
        words={learningPathListTexts}
        urlOf={urls.learningPaths}
      >
        {(paths) => (
          <ul className={`${grid.grid} ${grid.wide}`} aria-label={learningPathTexts.learningPaths}>
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
  const tenant = useTenant();
  const signedIn = useSession().isAuthenticated;
  return (
    <Card
      entry={path}
      subject={{ kind: 'path', id: path.pathId }}
      href={urls.learningPath(path.slug)}
      cover={<CoverArt slug={path.slug} style={tenant.cover} />}
      fact={stepsText(path.steps)}
      percent={path.percent > 0 ? path.percent : null}
      reach={pathReachOf(path)}
      tenant={tenant}
      signedIn={signedIn}
      lead={lead}
    />
  );
}
