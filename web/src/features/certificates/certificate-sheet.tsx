import type { Certificate } from '@academy/contract/certificates';
import { joined } from '../../i18n/joined.ts';
import { useTenant } from '../../lib/runtime.tsx';
import { urls } from '../../navigation/urls.ts';
import { CoverArt } from '../../ui/cover-art.tsx';
import css from './certificate-sheet.module.css';
import { certificateSheetTexts } from './certificate-sheet-texts.ts';
import { artOf, contentText, dayOf } from './certificate-text.ts';

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
            {`${name} Academy`}
          </p>
          <p className={css.kind}>{certificateSheetTexts.completion}</p>
          <h1 tabIndex={-1} id="certificate-of" className={css.name} dir="auto">
            {certificate.name}
          </h1>
          <p className={css.completed}>{certificateSheetTexts.completed({ kind: certificate.kind })}</p>
          <p className={css.title} dir="auto">
            {certificate.title}
          </p>
          <dl className={css.facts}>
            <div>
              <dt>{certificateSheetTexts.issued}</dt>
              <dd>
                {joined(
                  certificateSheetTexts.issuedAt({
                    time: (words) => <time dateTime={certificate.issuedAt}>{words}</time>,
                    day: dayOf(certificate.issuedAt),
                  }),
                )}
              </dd>
            </div>
            <div>
              <dt>{certificateSheetTexts.content}</dt>
              <dd>{contentText(certificate)}</dd>
            </div>
            <div className={css.wide}>
              <dt>{certificateSheetTexts.id}</dt>
              <dd>{certificateId}</dd>
            </div>
          </dl>
          <p className={css.verify}>
            {joined(
              certificateSheetTexts.verify({
                place: address.replace(/^https?:\/\//, ''),
                address: (words) => <span>{words}</span>,
              }),
            )}
          </p>
        </div>
        {revoked !== null && (
          <p className={css.stamp} aria-hidden="true">
            {certificateSheetTexts.revoked}
          </p>
        )}
      </section>
    </div>
  );
}
