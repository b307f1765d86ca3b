import { cachedContentPage, prefetchContentPage, useContentPage } from '../../api/content-pages.ts';
import { Contents } from '../../features/on-this-page/contents.tsx';
import { Prose } from '../../features/prose/prose.tsx';
import type { ScreenContext, ScreenProps } from '../../lib/screen.ts';
import css from './content-page-screen.module.css';

type Path = '/:pageSlug';

/** A path of this site (not of another host), or an address that is safe to send somebody to. */
const ALLOWED = /^(\/(?![/\\])|https?:\/\/)/;

export const prefetch = ({ client, params }: ScreenContext<Path>) => prefetchContentPage(client, params.pageSlug);
export const head = ({ client, params }: ScreenContext<Path>) => {
  const page = cachedContentPage(client, params.pageSlug);
  return { title: page?.title ?? 'Page', noIndex: page?.status !== 'live' };
};
export const redirect = ({ client, params, path }: ScreenContext<Path>) => {
  const to = cachedContentPage(client, params.pageSlug)?.redirect ?? null;
  // A page that leads to itself is read where it is.
  return to !== null && ALLOWED.test(to) && to !== path ? to : null;
};

/** A page of the academy's own: terms, privacy, questions and answers. */
export default function ContentPageScreen({ params: { pageSlug } }: ScreenProps<Path>) {
  const { title, html, headings } = useContentPage(pageSlug);
  return (
    <div className={`page ${css.page}`}>
      <h1 tabIndex={-1}>{title}</h1>
      <div className={css.body}>
        <Contents headings={headings} />
        <article>
          <Prose html={html} />
        </article>
      </div>
    </div>
  );
}
