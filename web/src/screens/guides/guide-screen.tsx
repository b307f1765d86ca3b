import type { Guide } from '@academy/contract/guides';
import { Suspense } from 'react';
import { cachedGuide, prefetchGuide, prefetchRelatedGuides, useGuide } from '../../api/guides.ts';
import { coverAddress } from '../../catalogue/cover-address.ts';
import { lockMessage } from '../../catalogue/lock-message.ts';
import { goToLogin } from '../../features/access-lock/go-to-login.ts';
import { LockPanel } from '../../features/access-lock/lock-panel.tsx';
import { ItemHero } from '../../features/item-hero/item-hero.tsx';
import { OriginalNote } from '../../features/language/original-note.tsx';
import { Contents } from '../../features/on-this-page/contents.tsx';
import { Prose } from '../../features/prose/prose.tsx';
import { ProseSkeleton } from '../../features/prose/prose-skeleton.tsx';
import { PageActions } from '../../features/share/page-actions.tsx';
import VideoBox from '../../features/video/video-box.tsx';
import { useTenant } from '../../lib/runtime.tsx';
import type { ScreenContext, ScreenProps } from '../../navigation/screen.ts';
import { urls } from '../../navigation/urls.ts';
import { useSession } from '../../sign-in/session.ts';
import { CoverArt } from '../../ui/cover-art.tsx';
import { GuideEnd } from './guide-end.tsx';
import { GuideFacts } from './guide-facts.tsx';
import { GuideLab } from './guide-lab.tsx';
import css from './guide-screen.module.css';
import { guideTexts } from './guide-texts.ts';

type Path = '/guides/:slug';

export const prefetch = async ({ client, params }: ScreenContext<Path>) => {
  const related = prefetchRelatedGuides(client, await prefetchGuide(client, params.slug));
  // Not awaited in the browser: related guides are at the end; only the server's page has to contain them.
  if (import.meta.env.SSR) await related;
};
export const head = ({ client, params }: ScreenContext<Path>) => {
  const guide = cachedGuide(client, params.slug);
  return { title: guide?.title ?? guideTexts.guide, description: guide?.description ?? '' };
};

/** One guide: what it is about, and its text, film or the way into its lab. */
export default function GuideScreen({ params: { slug } }: ScreenProps<Path>) {
  const { guide, isUnlocking } = useGuide(slug);
  const tenant = useTenant();
  const { isAuthenticated } = useSession();
  const lock = isUnlocking ? null : lockMessage(guide.locked, isAuthenticated, tenant);
  const open = !isUnlocking && lock === null;
  return (
    <div className="page">
      <ItemHero
        className={css.hero}
        item={guide}
        list={{ href: urls.guides(), name: guideTexts.guides }}
        actions={<PageActions kind="guide" id={guide.lessonId} title={guide.title} />}
        picture={<CoverArt slug={guide.slug} style={tenant.cover} />}
      >
        <GuideFacts guide={guide} />
      </ItemHero>
      <div className={css.body}>
        {open && <Contents headings={guide.headings} />}
        <article aria-busy={isUnlocking}>
          <OriginalNote language={guide.language} />
          {guide.summary && <Prose html={guide.summary} language={guide.language} />}
          {isUnlocking && <ProseSkeleton />}
          {lock && <LockPanel message={lock} onLogin={goToLogin} />}
          {open && <Body guide={guide} />}
          <GuideEnd guide={guide} open={open} />
        </article>
      </div>
    </div>
  );
}

/** What an open guide holds beside its summary. */
function Body({ guide }: { guide: Guide }) {
  return (
    <>
      {guide.html === null && guide.video === null && guide.type !== 'lab' && <p>{guideTexts.noText}</p>}
      {guide.video && (
        <Suspense fallback={<div className={css.video} />}>
          <VideoBox
            key={guide.lessonId}
            className={`${css.video} no-print`}
            title={guide.title}
            poster={coverAddress('guides', guide.slug)}
            video={guide.video}
            text={guide}
          />
        </Suspense>
      )}
      {guide.type === 'lab' && <GuideLab guide={guide} />}
      {guide.html !== null && <Prose html={guide.html} language={guide.language} />}
      {guide.transcript && (
        <details className={css.transcript}>
          <summary>{guideTexts.transcript}</summary>
          <Prose html={guide.transcript} language={guide.language} />
        </details>
      )}
    </>
  );
}
