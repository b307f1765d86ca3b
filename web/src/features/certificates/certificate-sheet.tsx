import type { Certificate } from '@academy/contract/certificates';
import { useTenant } from '../../lib/runtime.tsx';
import { urls } from '../../navigation/urls.ts';
import { CoverArt } from '../../ui/cover-art.tsx';
import css from './certificate-sheet.module.css';
import { artOf, contentText, dayOf, kindName } from './certificate-text.ts';

interface CertificateSheetProps {
  certificate: Certificate;
  /** Where it can be verified, absolute. */
  address: string;
}

/** The certificate as it is printed: a page in landscape that keeps its proportions wherever there is room for it. */
export function CertificateSheet({ certificate, address }: CertificateSheetProps) {
  const { tenantId, name, cover } = useTenant();
  const { certificateId, revoked } = certificate;
  return (
    <div className={revoked === null ? css.place : `${css.place} ${css.revoked}`}>
      <section className={css.sheet} aria-labelledby="certificate-of">
        <div className={css.art}>
          <CoverArt slug={artOf(certificate)} style={cover} />
        </div>
        <div className={css.words}>
          <p className={css.academy}>
            <img src={urls.logo(tenantId)} alt="" width="32" height="32" />
            {name} Academy
          </p>
          <p className={css.kind}>Certificate of completion</p>
          <h1 tabIndex={-1} id="certificate-of" className={css.name} dir="auto">
            {certificate.name}
          </h1>
          <p className={css.completed}>has completed the {kindName(certificate)}</p>
          <p className={css.title} dir="auto">
            {certificate.title}
          </p>
          <dl className={css.facts}>
            <div>
              <dt>Issued</dt>
              <dd>
                <time dateTime={certificate.issuedAt}>{dayOf(certificate.issuedAt)}</time> (UTC)
              </dd>
            </div>
            <div>
              <dt>Content</dt>
              <dd>{contentText(certificate)}</dd>
            </div>
            <div className={css.wide}>
              <dt>Certificate</dt>
              <dd>{certificateId}</dd>
            </div>
          </dl>
          <p className={css.verify}>
            Verify it at <span>{address.replace(/^https?:\/\//, '')}</span>
          </p>
        </div>
        {revoked !== null && (
          <p className={css.stamp} aria-hidden="true">
            Revoked
          </p>
        )}
      </section>
    </div>
  );
}
