import type { CertificateKind } from '@academy/contract/certificates';
import { Suspense } from 'react';
import { urls } from '../../navigation/urls.ts';
import { LinkButton } from '../../ui/button.tsx';
import { certificateLinkTexts } from './certificate-link-texts.ts';
import { OwnCertificateLink } from './own-certificate-link.tsx';

interface CertificateLinkProps {
  kind: CertificateKind;
  itemId: string;
}

/** Link to the certificate of a finished course or learning path; to all certificates until it is known which. */
export function CertificateLink(props: CertificateLinkProps) {
  return (
    <Suspense fallback={<LinkButton href={urls.certificates()}>{certificateLinkTexts.yourCertificate}</LinkButton>}>
      <OwnCertificateLink {...props} />
    </Suspense>
  );
}
