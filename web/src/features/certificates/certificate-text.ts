import type { Certificate } from '@academy/contract/certificates';
import { currentLocale } from '@academy/contract/i18n/languages';
import { formatDuration } from '@academy/contract/rules/duration';
import { certificateSheetTexts } from './certificate-sheet-texts.ts';

/** `November 22, 2026` in English: the same day for everybody, as it is printed. */
export const dayOf = (time: string): string =>
  new Date(time).toLocaleDateString(currentLocale(), { dateStyle: 'long', timeZone: 'UTC' });

/** How much it was: `12 lessons, 3 h 40 min`. */
export function contentText({ lessonsCount, duration }: Pick<Certificate, 'lessonsCount' | 'duration'>): string {
  const time = formatDuration(duration);
  return time === ''
    ? certificateSheetTexts.lessons({ count: lessonsCount })
    : certificateSheetTexts.lessonsAndTime({ count: lessonsCount, time });
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
