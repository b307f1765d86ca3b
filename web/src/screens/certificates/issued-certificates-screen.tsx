import { AcademyScreen } from '../../features/admin-head/academy-screen.tsx';
import { IssuedCertificates } from './issued-certificates.tsx';
import { issuedCertificatesTexts } from './issued-certificates-texts.ts';

export const head = () => ({ title: issuedCertificatesTexts.certificates, noIndex: true });

/** Certificates of this academy: found, corrected, revoked. */
export default function IssuedCertificatesScreen() {
  return (
    <AcademyScreen title={issuedCertificatesTexts.certificates} content={<IssuedCertificates />}>
      {issuedCertificatesTexts.intro}
    </AcademyScreen>
  );
}
