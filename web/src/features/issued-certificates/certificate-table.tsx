import type { IssuedCertificate } from '@academy/contract/certificates';
import { Button } from '../../ui/button.tsx';
import { Tag } from '../../ui/tag.tsx';
import { urls } from '../../urls.ts';
import css from './issued-certificates.module.css';

/** What an administrator can do with a certificate. */
export type CertificateTask = 'correct' | 'revoke' | 'restore';

interface CertificateTableProps {
  certificates: readonly IssuedCertificate[];
  onTask: (certificate: IssuedCertificate, what: CertificateTask) => void;
}

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** The certificates as a table; on a phone each row is a card. */
export function CertificateTable({ certificates, onTask }: CertificateTableProps) {
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">For</th>
          <th scope="col">Issued</th>
          <th scope="col">State</th>
          <th scope="col">
            <span className="sr-only">Change</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {certificates.map((certificate) => (
          <tr key={certificate.certificateId}>
            <td data-title="Name">
              <strong dir="auto">{certificate.name}</strong>
              <span className={css.email}>{certificate.email}</span>
            </td>
            <td data-title="For">
              <a href={urls.certificate(certificate.certificateId)} dir="auto">
                {certificate.title}
              </a>
            </td>
            <td data-title="Issued">
              <time dateTime={certificate.issuedAt}>{DAY.format(new Date(certificate.issuedAt))}</time>
            </td>
            <td data-title="State">
              <State certificate={certificate} />
            </td>
            <td className={css.tasks}>
              <Button
                aria-label={`Correct name: ${certificate.name}, ${certificate.title}`}
                onClick={() => onTask(certificate, 'correct')}
              >
                Correct name
              </Button>
              {certificate.revoked === null ? (
                <Button
                  aria-label={`Revoke: ${certificate.name}, ${certificate.title}`}
                  onClick={() => onTask(certificate, 'revoke')}
                >
                  Revoke
                </Button>
              ) : (
                <Button
                  aria-label={`Make valid again: ${certificate.name}, ${certificate.title}`}
                  onClick={() => onTask(certificate, 'restore')}
                >
                  Make valid again
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function State({ certificate: { revoked, correctedAt } }: { certificate: IssuedCertificate }) {
  if (revoked !== null)
    return (
      <>
        <Tag>Revoked</Tag> <span className={css.reason}>{revoked.reason}</span>
      </>
    );
  return correctedAt === null ? 'Valid' : `Valid, name corrected ${DAY.format(new Date(correctedAt))}`;
}
