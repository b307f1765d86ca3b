import type { Certificate } from '@academy/contract/certificates';
import { FileBadge, Printer, ShieldCheck, ShieldX, SquarePlus } from 'lucide-react';
import { contentText, dayOf, linkedInAddress } from '../../features/certificates/certificate-text.ts';
import { Share } from '../../features/share/page-actions.tsx';
import { joined } from '../../i18n/joined.ts';
import { useTenant } from '../../lib/runtime.tsx';
import { urls } from '../../navigation/urls.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { certificatePageTexts } from './certificate-page-texts.ts';
import css from './certificate-screen.module.css';

interface CertificateDetailsProps {
  certificate: Certificate;
  /** Of its page, absolute. */
  address: string;
}

/** The commit of a course's files, as short as programs show it, or the version here. */
function editionText({ version, commit, renewedAt }: NonNullable<Certificate['edition']>): string {
  const edition = commit?.slice(0, 12) ?? certificatePageTexts.version({ version });
  return renewedAt === null ? edition : certificatePageTexts.renewed({ edition, day: dayOf(renewedAt) });
}

/** Below a certificate: its validity, its facts as text, and actions. Not printed. */
export function CertificateDetails({ certificate, address }: CertificateDetailsProps) {
  const academy = `${useTenant().name} Academy`;
  const { certificateId, name, title, issuedAt, path, correctedAt, revoked, edition } = certificate;
  return (
    <div className={`${css.details} no-print`}>
      <div className={css.actions}>
        <Button look="primary" onClick={() => window.print()}>
          <Printer aria-hidden="true" />
          {certificatePageTexts.print}
        </Button>
        {revoked === null && (
          <LinkButton
            href={linkedInAddress({ title, organization: academy, issuedAt, url: address, certificateId })}
            target="_blank"
            rel="noopener noreferrer"
          >
            <SquarePlus aria-hidden="true" />
            {certificatePageTexts.addToLinkedIn}
            <span className="sr-only"> {certificatePageTexts.newTab}</span>
          </LinkButton>
        )}
        {revoked === null && (
          <LinkButton href={`${urls.certificate(certificateId)}/credential.json`} download>
            <FileBadge aria-hidden="true" />
            {certificatePageTexts.downloadBadge}
          </LinkButton>
        )}
        <Share title={certificatePageTexts.titleOfName({ title, name })} path={urls.certificate(certificateId)} />
      </div>
      <section className={css.verification} aria-labelledby="verification">
        <h2 id="verification" className={revoked === null ? css.valid : css.invalid}>
          {revoked === null ? <ShieldCheck aria-hidden="true" /> : <ShieldX aria-hidden="true" />}
          {revoked === null ? certificatePageTexts.valid : certificatePageTexts.invalid}
        </h2>
        {revoked !== null && (
          <p>
            {joined(
              certificatePageTexts.revoked({
                bdi: (words) => <bdi>{words}</bdi>,
                academy,
                day: dayOf(revoked.at),
                reason: revoked.reason,
              }),
            )}
          </p>
        )}
        {correctedAt !== null && <p>{certificatePageTexts.corrected({ academy, day: dayOf(correctedAt) })}</p>}
        <dl className={css.facts}>
          <div>
            <dt>{certificatePageTexts.issuedTo}</dt>
            <dd dir="auto">{name}</dd>
          </div>
          <div>
            <dt>{certificate.kind === 'course' ? certificatePageTexts.course : certificatePageTexts.learningPath}</dt>
            <dd dir="auto">{path === null ? title : <a href={path}>{title}</a>}</dd>
          </div>
          <div>
            <dt>{certificatePageTexts.issuedBy}</dt>
            <dd>{academy}</dd>
          </div>
          <div>
            <dt>{certificatePageTexts.issuedOn}</dt>
            <dd>{certificatePageTexts.issuedAt({ day: dayOf(issuedAt) })}</dd>
          </div>
          <div>
            <dt>{certificatePageTexts.content}</dt>
            <dd>{contentText(certificate)}</dd>
          </div>
          {edition != null && (
            <div>
              <dt>{certificatePageTexts.edition}</dt>
              <dd>{editionText(edition)}</dd>
            </div>
          )}
          <div>
            <dt>{certificatePageTexts.id}</dt>
            <dd>{certificateId}</dd>
          </div>
        </dl>
        <p className={css.note}>{certificatePageTexts.note({ academy })}</p>
      </section>
    </div>
  );
}
