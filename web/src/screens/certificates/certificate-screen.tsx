import { cachedCertificate, prefetchCertificate, useCertificate } from '../../api/certificates.ts';
import { CertificateSheet } from '../../features/certificates/certificate-sheet.tsx';
import { useConfig, useTenant } from '../../lib/runtime.tsx';
import type { ScreenContext, ScreenProps } from '../../navigation/screen.ts';
import { urls } from '../../navigation/urls.ts';
import { CertificateDetails } from './certificate-details.tsx';
import { certificatePageTexts } from './certificate-page-texts.ts';
import css from './certificate-screen.module.css';

type Path = '/certificates/:certificateId';

export const prefetch = ({ client, params }: ScreenContext<Path>) => prefetchCertificate(client, params.certificateId);

export const head = ({ client, params }: ScreenContext<Path>) => {
  const certificate = cachedCertificate(client, params.certificateId);
  if (certificate === undefined) return { title: certificatePageTexts.certificate, noIndex: true };
  const { name, title } = certificate;
  return {
    title: certificatePageTexts.titleOfName({ title, name }),
    description: certificatePageTexts.description({ name, title }),
    noIndex: true,
  };
};

/** Shown by the academy that issued it: its brand is part of the certificate. */
export const redirect = ({ client, params, tenant, config }: ScreenContext<Path>) => {
  const certificate = cachedCertificate(client, params.certificateId);
  if (certificate === undefined || certificate.tenantId === tenant.tenantId) return null;
  const origin = config.tenantOrigins[certificate.tenantId];
  return origin === undefined ? null : origin + urls.certificate(certificate.certificateId);
};

/** A certificate, for everybody with its address: its content, its validity, and how to save and share it. */
export default function CertificateScreen({ params: { certificateId } }: ScreenProps<Path>) {
  const certificate = useCertificate(certificateId);
  const { tenantId } = useTenant();
  const address = (useConfig().tenantOrigins[tenantId] ?? '') + urls.certificate(certificate.certificateId);
  return (
    <div className={`page ${css.screen}`}>
      <CertificateSheet certificate={certificate} address={address} />
      <CertificateDetails certificate={certificate} address={address} />
    </div>
  );
}
