import type { IssuedCertificate } from '@academy/contract/certificates';
import { urls } from '../../navigation/urls.ts';
import type { Column } from '../../ui/data-table/data-table.tsx';
import { Tag } from '../../ui/tag.tsx';
import css from './issued-certificates.module.css';

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

export type CertificateColumn = 'name' | 'email' | 'title' | 'issued' | 'state' | 'id';

/** The columns of the list of issued certificates, in their order. */
export const CERTIFICATE_COLUMNS: readonly Column<IssuedCertificate, CertificateColumn>[] = [
  { name: 'name', title: 'Name', cell: ({ name }) => <strong dir="auto">{name}</strong> },
  { name: 'email', title: 'E-mail', cell: ({ email }) => email },
  {
    name: 'title',
    title: 'For',
    cell: ({ certificateId, title }) => (
      <a href={urls.certificate(certificateId)} dir="auto">
        {title}
      </a>
    ),
  },
  {
    name: 'issued',
    title: 'Issued',
    cell: ({ issuedAt }) => <time dateTime={issuedAt}>{DAY.format(new Date(issuedAt))}</time>,
  },
  { name: 'state', title: 'State', cell: (certificate) => <State certificate={certificate} /> },
  { name: 'id', title: 'Number', isHidden: true, cell: ({ certificateId }) => <code>{certificateId}</code> },
];

function State({ certificate: { revoked, correctedAt } }: { certificate: IssuedCertificate }) {
  if (revoked !== null)
    return (
      <>
        <Tag>Revoked</Tag> <span className={css.reason}>{revoked.reason}</span>
      </>
    );
  return correctedAt === null ? 'Valid' : `Valid, name corrected ${DAY.format(new Date(correctedAt))}`;
}
