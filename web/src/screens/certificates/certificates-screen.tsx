import { OwnCertificates } from './own-certificates.tsx';

export const head = () => ({ title: 'Certificates', noIndex: true });

/** The learner's own certificates. */
export default function CertificatesScreen() {
  return <OwnCertificates />;
}
