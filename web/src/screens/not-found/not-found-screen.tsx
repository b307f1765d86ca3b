import { TEXTS } from '@academy/contract/texts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAddress } from '../../api/addresses.ts';
import { isNotFound } from '../../api/call-error.ts';
import { cachedLessons, prefetchLessons } from '../../api/lessons.ts';
import { MessagePage } from '../../features/message-page/message-page.tsx';
import { joined } from '../../i18n/joined.ts';
import { navigate } from '../../navigation/location.tsx';
import { partsOfAddress } from '../../navigation/parts-of-address.ts';
import type { ScreenContext, ScreenProps } from '../../navigation/screen.ts';
import { urls } from '../../navigation/urls.ts';
import { LinkButton } from '../../ui/button.tsx';
import { notFoundTexts } from './not-found-texts.ts';

type Parts = Partial<Record<'slug' | 'lessonSlug' | 'pageSlug', string>>;
type Missing = Pick<ScreenProps, 'params' | 'search'>;

/** Parts of the address that was asked for, where its form is that of a screen. */
function partsOf({ params, search }: Missing): Parts {
  const from = search.get('from');
  return from === null ? params : (partsOfAddress(from) ?? {});
}

/** Loads the course of a lesson that does not exist, which leads on; there may be none. */
export const prefetch = async ({ client, ...missing }: ScreenContext) => {
  const { slug, lessonSlug } = partsOf(missing);
  if (slug === undefined || lessonSlug === undefined) return;
  await prefetchLessons(client, slug).catch((error: unknown) => {
    if (!isNotFound(error)) throw error;
  });
};
export const head = () => ({ title: TEXTS.pageNotFound, noIndex: true });

/** At an address of nothing. It may have been one: the course and the search lead to what has moved. */
export default function NotFoundScreen(missing: ScreenProps) {
  const from = missing.search.get('from');
  return (
    <>
      {from !== null && <ToWhereItIs from={from} />}
      <Missing {...missing} />
    </>
  );
}

/** Leads on to what has moved. The server does so by itself: this is for addresses that links in the page led to. */
function ToWhereItIs({ from }: { from: string }) {
  const now = useAddress(from);
  useEffect(() => {
    if (now != null) navigate(now, { replace: true });
  }, [now]);
  return null;
}

function Missing(missing: ScreenProps) {
  const client = useQueryClient();
  const { slug, lessonSlug, pageSlug } = partsOf(missing);
  const course = slug === undefined || lessonSlug === undefined ? undefined : cachedLessons(client, slug)?.courseTitle;
  const words = (lessonSlug ?? slug ?? pageSlug ?? '').replace(/[-_.]+/g, ' ').trim();
  return (
    <MessagePage
      title={TEXTS.notFound}
      art="welcome-597"
      actions={
        <>
          {slug !== undefined && course !== undefined && (
            <LinkButton look="primary" href={urls.course(slug)}>
              <bdi>{notFoundTexts.toCourse({ course })}</bdi>
            </LinkButton>
          )}
          <LinkButton look={course === undefined ? 'primary' : 'plain'} href={urls.home()}>
            {TEXTS.backHome}
          </LinkButton>
        </>
      }
    >
      {words === ''
        ? null
        : joined(notFoundTexts.moved({ words, link: (text) => <a href={urls.search(words)}>{text}</a> }))}
    </MessagePage>
  );
}
