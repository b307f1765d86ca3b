import { getCertificate, listMyCertificates } from '@academy/contract/call-routes';
import type { Certificate } from '@academy/contract/certificates';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useSession } from '../sign-in/session.ts';
import { call } from './call.ts';
import { cachedRead, prefetchRead, useRead } from './use-read.ts';

export type { Certificate } from '@academy/contract/certificates';

const ofId = (certificateId: string) => ({ params: { certificateId } });

/** A certificate, whoever's it is. */
export const useCertificate = (certificateId: string): Certificate => useRead(getCertificate, ofId(certificateId));
export const prefetchCertificate = (client: QueryClient, certificateId: string) =>
  prefetchRead(client, getCertificate, ofId(certificateId));
export const cachedCertificate = (client: QueryClient, certificateId: string) =>
  cachedRead(client, getCertificate, ofId(certificateId));

/** The learner's own, newest first: undefined until they are here. They are asked for anew whenever they are shown. */
export function useMyCertificates() {
  const { isAuthenticated, userId } = useSession();
  return useQuery({
    queryKey: [listMyCertificates.name, userId],
    queryFn: ({ signal }) => call(listMyCertificates, {}, { quiet: true, skipNotFound: true, signal }),
    select: ({ result }) => result,
    enabled: isAuthenticated,
    staleTime: 0,
  });
}
