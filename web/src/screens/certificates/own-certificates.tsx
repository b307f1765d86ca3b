import type { Certificate } from '@academy/contract/certificates';
import { useMyCertificates } from '../../api/certificates.ts';
import { artOf, contentText, dayOf } from '../../features/certificates/certificate-text.ts';
import { joined } from '../../i18n/joined.ts';
import { useTenant } from '../../lib/runtime.tsx';
import { urls } from '../../navigation/urls.ts';
import { LoadingScreen } from '../../shell/loading-screen.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { CoverArt } from '../../ui/cover-art.tsx';
import { EmptyList } from '../../ui/empty-list.tsx';
import { Tag } from '../../ui/tag.tsx';
import css from './own-certificates.module.css';
import { ownCertificatesTexts } from './own-certificates-texts.ts';

/** All certificates that the learner has in this academy, newest first. */
export function OwnCertificates() {
  const { data, isError, refetch } = useMyCertificates();
  if (data === undefined && !isError) return <LoadingScreen />;
  return (
    <div className={`page ${css.screen}`}>
      <header className={css.head}>
        <h1 tabIndex={-1}>{ownCertificatesTexts.yourCertificates}</h1>
        <p>{ownCertificatesTexts.intro}</p>
      </header>
      {data === undefined ? (
        <div role="alert" className={css.failed}>
          <p>{ownCertificatesTexts.failed}</p>
          <Button onClick={() => void refetch()}>{ownCertificatesTexts.tryAgain}</Button>
        </div>
      ) : data.length === 0 ? (
        <EmptyList title={ownCertificatesTexts.emptyTitle}>
          <p>{ownCertificatesTexts.emptyText}</p>
          <LinkButton look="primary" href={urls.courses()}>
            {ownCertificatesTexts.browseCourses}
          </LinkButton>
        </EmptyList>
      ) : (
        <ul className={css.list}>
          {data.map((certificate) => (
            <li key={certificate.certificateId}>
              <CertificateCard certificate={certificate} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function CertificateCard({ certificate }: { certificate: Certificate }) {
  const { cover } = useTenant();
  const { certificateId, title, issuedAt, revoked } = certificate;
  return (
    <div className={revoked === null ? css.card : `${css.card} ${css.revoked}`}>
      <div className={css.art}>
        <CoverArt slug={artOf(certificate)} style={cover} />
      </div>
      <div className={css.words}>
        <p className={css.kind}>{ownCertificatesTexts.certificateOf({ kind: certificate.kind })}</p>
        <h2 dir="auto">
          <a href={urls.certificate(certificateId)}>{title}</a>
        </h2>
        <p className={css.facts}>{contentText(certificate)}</p>
        <p className={css.facts}>
          {joined(
            ownCertificatesTexts.issuedOn({
              time: (words) => <time dateTime={issuedAt}>{words}</time>,
              day: dayOf(issuedAt),
            }),
          )}{' '}
          {revoked !== null && <Tag>{ownCertificatesTexts.revoked}</Tag>}
        </p>
      </div>
    </div>
  );
}
