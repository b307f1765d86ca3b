import { AcademyScreen } from '../../features/admin-head/academy-screen.tsx';
import { IssuedCertificates } from './issued-certificates.tsx';

export const head = () => ({ title: 'Certificates', noIndex: true });

/** Certificates of this academy: found, corrected, revoked. */
export default function IssuedCertificatesScreen() {
  return (
    <AcademyScreen title="Certificates" content={<IssuedCertificates />}>
      What learners got for the courses and learning paths that they finished in this academy. Names can be corrected; a
      certificate that should not have been issued is revoked, and its page says so.
    </AcademyScreen>
  );
}
