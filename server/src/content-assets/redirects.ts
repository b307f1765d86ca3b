import { FILE_ADDRESS_SECONDS } from '@academy/contract/constants';
import type { Redirects } from '../file-store/file-store-settings.ts';
import type { S3Store } from '../file-store/s3-store.ts';
import type { AssetFacts } from './content-assets.store.ts';

/** Where a reader finds a file, and how long the reply that says so may be cached, seconds. */
export interface Redirect {
  url: string;
  seconds: number;
}

/**
 * @param file as in its address: `<hash>.<extension>`
 * @param endsAt end of the signed address of a locked file, seconds since 1970; null for a public file
 * @returns null: the server sends the file itself
 */
export type RedirectOf = (
  file: string,
  hash: string,
  facts: AssetFacts,
  endsAt: number | null,
) => Promise<Redirect | null>;

/** What can come from another origin: subtitles cannot, and SVG needs the sandbox of our reply. */
const SHOWN_ELSEWHERE = /^(?:image\/(?:png|jpeg|gif|webp|avif)|video\/mp4)$/;
const SENT_HERE = /^(?:image\/svg\+xml|text\/vtt)$/;

const DAY_SECONDS = 86_400;
/** How long a reader's redirect to a public file is cached, seconds: afterwards we say again whether it is public. */
const REDIRECT_SECONDS = 3_600;
/** How long a CDN may keep a locked file without asking the store whether its address has expired, seconds. */
const LOCKED_COPY_SECONDS = 600;

/** Redirects by addresses of the store that are signed and expire; the bucket is never public. */
export function redirectsTo(store: S3Store, { publicUrl }: Redirects, now: () => number = Date.now): RedirectOf {
  return async (file, hash, { mediaType }, endsAt) => {
    if (SENT_HERE.test(mediaType)) return null;
    // Equal for all readers of the same time, so that a CDN keeps one copy.
    const span =
      endsAt === null
        ? { from: Math.floor(now() / 1000 / DAY_SECONDS) * DAY_SECONDS, seconds: 2 * DAY_SECONDS }
        : { from: endsAt - FILE_ADDRESS_SECONDS, seconds: FILE_ADDRESS_SECONDS };
    const isShown = SHOWN_ELSEWHERE.test(mediaType);
    const signed = await store.addressUntil(hash, span.from * 1000, span.seconds, {
      mediaType: isShown ? mediaType : 'application/octet-stream',
      disposition: isShown ? 'inline' : `attachment; filename="${file}"`,
      cacheControl: endsAt === null ? `public, max-age=${DAY_SECONDS}` : `public, max-age=${LOCKED_COPY_SECONDS}`,
    });
    const url = publicUrl === null ? signed.href : `${publicUrl}${signed.pathname}${signed.search}`;
    const left = endsAt === null ? REDIRECT_SECONDS : Math.max(0, endsAt - Math.ceil(now() / 1000));
    return { url, seconds: left };
  };
}

/** The server sends every file itself. */
export const NO_REDIRECTS: RedirectOf = async () => null;
