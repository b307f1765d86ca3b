import type { GuideItem } from '@academy/contract/guides';
import { useMemo } from 'react';
import { guideList } from '../../api/guides.ts';
import { overlayRules, useOverlay } from '../../api/progress.ts';
import { GuideGrid } from '../../features/cards/guide-grid.tsx';
import { ListPage } from '../../features/lists/list-page.tsx';
import { SectionBanner } from '../../features/section-banner/section-banner.tsx';
import { urls } from '../../urls.ts';

const COMPARABLE = { idOf: (guide: GuideItem) => guide.lessonId, entryOf: (guide: GuideItem) => guide };

/** The guides with their filters. */
export function GuidesList({ search, categories }: { search: URLSearchParams; categories: readonly string[] }) {
  const overlay = useOverlay('guides');
  const own = useMemo(
    () =>
      overlay && {
        favoriteCount: overlay.favoriteCount,
        states: Object.values(overlay.items),
        merge: (guide: GuideItem) => overlayRules().mergeGuideItem(guide, overlay),
      },
    [overlay],
  );
  return (
    <>
      <SectionBanner kind="guides" />
      <ListPage
        listing={guideList}
        comparable={COMPARABLE}
        own={own}
        search={search}
        categories={categories}
        sorts={['title', 'newest', 'shortest']}
        one="guide"
        many="guides"
        urlOf={urls.guides}
      >
        {(guides) => <GuideGrid guides={guides} label="Guides" />}
      </ListPage>
    </>
  );
}
