import { cachedContentPage, prefetchContentPage, useContentPage } from '../../api/content-pages.ts';
import { OriginalNote } from '../../features/language/original-note.tsx';
import { Contents } from '../../features/on-this-page/contents.tsx';
import { Prose } from '../../features/prose/prose.tsx';
import { langOf } from '../../lib/lang-of.ts';
import { useTenant } from '../../lib/runtime.tsx';
import { routeTexts } from '../../navigation/route-texts.ts';
import type { ScreenContext, ScreenProps } from '../../navigation/screen.ts';
import css from './content-page-screen.module.css';
import { contentPageTexts } from './content-page-texts.ts';
import { pageAt, redirectsBack } from './page-redirects.ts';

type Path = '/:pageSlug';

/** A path of this site (not of another host), or an https address. */
const ALLOWED = /^(\/(?![/\\])|https?:\/\/)/;

/** Longest chain of redirects that is checked. */
const FOLLOWED = 4;

export const prefetch = async ({ client, params }: ScreenContext<Path>) => {
  let { redirect } = await prefetchContentPage(client, params.pageSlug);
  for (let n = 0; n < FOLLOWED; n += 1) {
    const next = pageAt(redirect ?? '');
    if (next === null || next === params.pageSlug) return;
    // A missing page does not redirect, and its own screen says so.
    redirect = await prefetchContentPage(client, next).then(
      (page) => page.redirect,
      () => null,
    );
  }
};
export const head = ({ client, params }: ScreenContext<Path>) => {
  const page = cachedContentPage(client, params.pageSlug);
  return { title: page?.title ?? routeTexts.page, noIndex: page?.status !== 'live' };
};
export const redirect = ({ client, params: { pageSlug } }: ScreenContext<Path>) => {
  const redirectOf = (slug: string) => cachedContentPage(client, slug)?.redirect ?? null;
  const to = redirectOf(pageSlug);
  // A page in a redirect loop is shown instead.
  return to !== null && ALLOWED.test(to) && !redirectsBack(pageSlug, redirectOf) ? to : null;
};

/** A page of the academy's own: terms, privacy, questions and answers. */
export default function ContentPageScreen({ params: { pageSlug } }: ScreenProps<Path>) {
  const { title, html, headings, language } = useContentPage(pageSlug);
  const { misconfigurationNotice } = useTenant();
  return (
    <div className={`page ${css.page}`}>
      <h1 tabIndex={-1} dir="auto" lang={langOf(language)}>
        {title}
      </h1>
      <div className={css.body}>
        <Contents headings={headings} />
        <article>
          <OriginalNote language={language} />
          {html === '' ? (
            <p>{misconfigurationNotice ?? contentPageTexts.empty}</p>
          ) : (
            <Prose html={html} language={language} />
          )}
        </article>
      </div>
    </div>
  );
}
