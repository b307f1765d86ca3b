import type { Certificate } from '@academy/contract/certificates';
import { FileBadge, Printer, ShieldCheck, ShieldX, SquarePlus } from 'lucide-react';
import { contentText, dayOf, kindName, linkedInAddress } from '../../features/certificates/certificate-text.ts';
import { Share } from '../../features/share/page-actions.tsx';
import { useTenant } from '../../lib/runtime.tsx';
import { urls } from '../../navigation/urls.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import css from './certificate-screen.module.css';

interface CertificateDetailsProps {
  certificate: Certificate;
  /** Of its page, absolute. */
  address: string;
}

/** Below a certificate: its validity, its facts as text, and actions. Not printed. */
export function CertificateDetails({ certificate, address }: CertificateDetailsProps) {
  const academy = `${useTenant().name} Academy`;
  const { certificateId, name, title, issuedAt, path, correctedAt, revoked } = certificate;
  return (
    <div className={`${css.details} no-print`}>
      <div className={css.actions}>
        <Button look="primary" onClick={() => window.print()}>
          <Printer aria-hidden="true" />
          Print or save as PDF
        </Button>
        {revoked === null && (
          <LinkButton
            href={linkedInAddress({ title, organization: academy, issuedAt, url: address, certificateId })}
            target="_blank"
            rel="noopener noreferrer"
          >
            <SquarePlus aria-hidden="true" />
            Add to LinkedIn profile
            <span className="sr-only"> (new tab)</span>
          </LinkButton>
        )}
        {revoked === null && (
          <LinkButton href={`${urls.certificate(certificateId)}/credential.json`} download>
            <FileBadge aria-hidden="true" />
            Download Open Badge
          </LinkButton>
        )}
        <Share title={`${title}: certificate of ${name}`} path={urls.certificate(certificateId)} />
      </div>
      <section className={css.verification} aria-labelledby="verification">
        <h2 id="verification" className={revoked === null ? css.valid : css.invalid}>
          {revoked === null ? <ShieldCheck aria-hidden="true" /> : <ShieldX aria-hidden="true" />}
          {revoked === null ? 'This certificate is valid' : 'This certificate is not valid any more'}
        </h2>
        {revoked !== null && (
          <p>
            {academy} revoked it on {dayOf(revoked.at)}. Reason: <bdi>{revoked.reason}</bdi>
          </p>
        )}
        {correctedAt !== null && <p>{`${academy} corrected the name on ${dayOf(correctedAt)}.`}</p>}
        <dl className={css.facts}>
          <div>
            <dt>Issued to</dt>
            <dd dir="auto">{name}</dd>
          </div>
          <div>
            <dt>{kindName(certificate) === 'course' ? 'Course' : 'Learning path'}</dt>
            <dd dir="auto">{path === null ? title : <a href={path}>{title}</a>}</dd>
          </div>
          <div>
            <dt>Issued by</dt>
            <dd>{academy}</dd>
          </div>
          <div>
            <dt>Issued on</dt>
            <dd>{dayOf(issuedAt)} (UTC)</dd>
          </div>
          <div>
            <dt>Content</dt>
            <dd>{contentText(certificate)}</dd>
          </div>
          <div>
            <dt>Certificate</dt>
            <dd>{certificateId}</dd>
          </div>
        </dl>
        <p className={css.note}>
          This page comes from {academy} each time it is opened. A certificate is genuine when the page at its address
          says the same as the paper or the picture you were given.
        </p>
      </section>
    </div>
  );
}
