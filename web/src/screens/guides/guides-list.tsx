import type { GuideItem } from '@academy/contract/guides';
import { guideList } from '../../api/guides.ts';
import { useOverlay } from '../../api/progress.ts';
import { GuideGrid } from '../../features/cards/guide-grid.tsx';
import { ListPage } from '../../features/lists/list-page.tsx';
import { useLearnerState } from '../../features/lists/use-list.ts';
import { SectionBanner } from '../../features/section-banner/section-banner.tsx';
import { urls } from '../../navigation/urls.ts';
import { mergeGuideItem } from '../../overlay/overlay.ts';
import { guideListTexts } from './guide-list-texts.ts';
import { guideTexts } from './guide-texts.ts';

const COMPARABLE = { idOf: (guide: GuideItem) => guide.lessonId, entryOf: (guide: GuideItem) => guide };

/** The guides with their filters. */
export function GuidesList({ search, categories }: { search: URLSearchParams; categories: readonly string[] }) {
  const learner = useLearnerState(useOverlay('guides'), mergeGuideItem<GuideItem>);
  return (
    <>
      <SectionBanner kind="guides" />
      <ListPage
        listing={guideList}
        comparable={COMPARABLE}
        learner={learner}
        search={search}
        categories={categories}
        sorts={['title', 'newest', 'shortest']}
        words={guideListTexts}
        urlOf={urls.guides}
      >
        {(guides) => <GuideGrid guides={guides} label={guideTexts.guides} />}
      </ListPage>
    </>
  );
}
