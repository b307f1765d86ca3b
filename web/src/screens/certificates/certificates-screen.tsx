import { OwnCertificates } from './own-certificates.tsx';
import { ownCertificatesTexts } from './own-certificates-texts.ts';

export const head = () => ({ title: ownCertificatesTexts.certificates, noIndex: true });

/** The learner's own certificates. */
export default function CertificatesScreen() {
  return <OwnCertificates />;
}
