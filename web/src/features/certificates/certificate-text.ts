import type { Certificate } from '@academy/contract/certificates';
import { formatDuration } from '@academy/contract/rules/duration';
import { countText } from '../../lib/count-text.ts';

/** `November 22, 2026`: the same day for everybody, as it is printed. */
export const dayOf = (time: string): string =>
  new Date(time).toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' });

/** What was finished: `course`, `learning path`. */
export const kindName = ({ kind }: Pick<Certificate, 'kind'>): string =>
  kind === 'course' ? 'course' : 'learning path';

/** How much it was: `12 lessons, 3 h 40 min`. */
export function contentText({ lessonsCount, duration }: Pick<Certificate, 'lessonsCount' | 'duration'>): string {
  const lessons = countText(lessonsCount, 'lesson');
  const time = formatDuration(duration);
  return time === '' ? lessons : `${lessons}, ${time}`;
}

/** Seed of the picture: the one of the course or learning path while there is one. */
export const artOf = ({ path, itemId }: Pick<Certificate, 'path' | 'itemId'>): string =>
  path === null ? itemId : decodeURIComponent(path.split('/').at(-1) ?? itemId);

export interface CertificatePage {
  title: string;
  organization: string;
  issuedAt: string;
  url: string;
  certificateId: string;
}

/** The page of LinkedIn that adds the certificate to a profile. */
export function linkedInAddress({ title, organization, issuedAt, url, certificateId }: CertificatePage): string {
  const day = new Date(issuedAt);
  const values: Readonly<Record<string, string>> = {
    startTask: 'CERTIFICATION_NAME',
    name: title,
    organizationName: organization,
    issueYear: String(day.getUTCFullYear()),
    issueMonth: String(day.getUTCMonth() + 1),
    certUrl: url,
    certId: certificateId,
  };
  // Not URLSearchParams: its `+` would be shown instead of a space.
  const query = Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `https://www.linkedin.com/profile/add?${query.join('&')}`;
}
