import type { CertificateKind } from '@academy/contract/certificates';
import { useMyCertificates } from '../../api/certificates.ts';
import { urls } from '../../navigation/urls.ts';
import { LinkButton } from '../../ui/button.tsx';
import { certificateLinkTexts } from './certificate-link-texts.ts';

/** The link to the learner's own certificate, which replaces the one to all of them without moving anything. */
export function OwnCertificateLink({ kind, itemId }: { kind: CertificateKind; itemId: string }) {
  const own = useMyCertificates().data?.find((one) => one.kind === kind && one.itemId === itemId);
  return (
    <LinkButton href={own === undefined ? urls.certificates() : urls.certificate(own.certificateId)}>
      {certificateLinkTexts.yourCertificate}
    </LinkButton>
  );
}
