import {
  correctCertificate,
  exportCertificates,
  getCertificate,
  listCertificates,
  listMyCertificates,
  setCertificateRevoked,
} from '@academy/contract/call-routes/certificates';
import type { Certificate, IssuedCertificate } from '@academy/contract/certificates';
import { TABLE_PAGE_SIZE } from '@academy/contract/constants';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useChosenAcademy } from '../navigation/chosen-academy.ts';
import { useSession } from '../sign-in/session.ts';
import { call } from './call.ts';
import { QUIET } from './call-options.ts';
import { refetchReads } from './refetch-reads.ts';
import { cachedRead, prefetchRead, useRead } from './use-read.ts';

export type { Certificate, IssuedCertificate } from '@academy/contract/certificates';
export { exportCertificates };

const ofId = (certificateId: string) => ({ params: { certificateId } });

/** Any person's certificate. */
export const useCertificate = (certificateId: string): Certificate => useRead(getCertificate, ofId(certificateId));
export const prefetchCertificate = (client: QueryClient, certificateId: string) =>
  prefetchRead(client, getCertificate, ofId(certificateId));
export const cachedCertificate = (client: QueryClient, certificateId: string) =>
  cachedRead(client, getCertificate, ofId(certificateId));

/** The learner's own certificates, newest first: undefined until they are loaded; refetched whenever they are shown. */
export function useMyCertificates() {
  const { isAuthenticated, userId } = useSession();
  return useQuery({
    queryKey: [listMyCertificates.name, userId],
    queryFn: ({ signal }) => call(listMyCertificates, {}, { ...QUIET, signal }),
    select: ({ result }) => result,
    enabled: isAuthenticated,
    staleTime: 0,
  });
}

/** What an administrator looks for; `page` counts from 1. */
export interface CertificateQuery {
  text: string;
  page: number;
}

/** One page of the chosen academy's certificates; the previous page is shown until the new one arrives. */
export function useIssuedCertificates({ text, page }: CertificateQuery) {
  const tenantId = useChosenAcademy();
  return useQuery({
    queryKey: [listCertificates.name, tenantId, text, page],
    queryFn: ({ signal }) =>
      call(
        listCertificates,
        { query: { q: text, pageNumber: page - 1, pageSize: TABLE_PAGE_SIZE } },
        { ...QUIET, tenantId, signal },
      ),
    select: ({ result }) => result,
    placeholderData: (before) => before,
    staleTime: 0,
  });
}

/** Changes certificates and refetches the list. Errors are thrown as `CallError`; the caller shows them. */
export function useCertificateChanges() {
  const client = useQueryClient();
  const quietly = { ...QUIET, tenantId: useChosenAcademy() };
  const refetch = () => refetchReads(client, listCertificates.name);
  return {
    async correct(certificateId: string, body: { name: string; reason: string }): Promise<IssuedCertificate> {
      try {
        return await call(correctCertificate, { params: { certificateId }, body }, quietly);
      } finally {
        await refetch();
      }
    },
    async setRevoked(certificateId: string, body: { revoked: boolean; reason: string }): Promise<IssuedCertificate> {
      try {
        return await call(setCertificateRevoked, { params: { certificateId }, body }, quietly);
      } finally {
        await refetch();
      }
    },
  };
}
