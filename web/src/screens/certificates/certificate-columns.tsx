import type { IssuedCertificate } from '@academy/contract/certificates';
import { utcDayText } from '../../lib/moments.ts';
import { urls } from '../../navigation/urls.ts';
import type { Column } from '../../ui/data-table/data-table.tsx';
import { Tag } from '../../ui/tag.tsx';
import css from './issued-certificates.module.css';
import { issuedCertificatesTexts } from './issued-certificates-texts.ts';

export type CertificateColumn = 'name' | 'email' | 'title' | 'issued' | 'state' | 'id';

/** The columns of the list of issued certificates, in their order. */
export const certificateColumns = (): readonly Column<IssuedCertificate, CertificateColumn>[] => [
  { name: 'name', title: issuedCertificatesTexts.name, cell: ({ name }) => <strong dir="auto">{name}</strong> },
  { name: 'email', title: issuedCertificatesTexts.email, cell: ({ email }) => email },
  {
    name: 'title',
    title: issuedCertificatesTexts.title,
    cell: ({ certificateId, title }) => (
      <a href={urls.certificate(certificateId)} dir="auto">
        {title}
      </a>
    ),
  },
  {
    name: 'issued',
    title: issuedCertificatesTexts.issued,
    cell: ({ issuedAt }) => <time dateTime={issuedAt}>{utcDayText(issuedAt)}</time>,
  },
  { name: 'state', title: issuedCertificatesTexts.state, cell: (certificate) => <State certificate={certificate} /> },
  {
    name: 'id',
    title: issuedCertificatesTexts.id,
    isHidden: true,
    cell: ({ certificateId }) => <code>{certificateId}</code>,
  },
];

function State({ certificate: { revoked, correctedAt } }: { certificate: IssuedCertificate }) {
  if (revoked !== null)
    return (
      <>
        <Tag>{issuedCertificatesTexts.revoked}</Tag> <span className={css.reason}>{revoked.reason}</span>
      </>
    );
  return correctedAt === null
    ? issuedCertificatesTexts.valid
    : issuedCertificatesTexts.validCorrected({ day: utcDayText(correctedAt) });
}
