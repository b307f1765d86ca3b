import { OwnRecord } from '../../features/learning-record/own-record.tsx';
import { OwnCertificates } from './own-certificates.tsx';
import { ownCertificatesTexts } from './own-certificates-texts.ts';

export const head = () => ({ title: ownCertificatesTexts.certificates, noIndex: true });

/** The learner's own certificates, and the record of what they have done. */
export default function CertificatesScreen() {
  return (
    <>
      <OwnCertificates />
      <OwnRecord />
    </>
  );
}
