import { correctCertificate, listCertificates, setCertificateRevoked } from '@academy/contract/call-routes';
import type { IssuedCertificate } from '@academy/contract/certificates';
import { TABLE_PAGE_SIZE } from '@academy/contract/constants';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useChosenAcademy } from '../navigation/chosen-academy.ts';
import { call } from './call.ts';
import { readAnew } from './read-anew.ts';

export { exportCertificates, type IssuedCertificate } from '@academy/contract/certificates';

/** What an administrator looks for; `page` counts from 1. */
export interface CertificatesWanted {
  text: string;
  page: number;
}

/** One page of the chosen academy's certificates; the one before stays until it is here. */
export function useIssuedCertificates({ text, page }: CertificatesWanted) {
  const tenantId = useChosenAcademy();
  return useQuery({
    queryKey: [listCertificates.name, tenantId, text, page],
    queryFn: ({ signal }) =>
      call(
        listCertificates,
        { query: { q: text, pageNumber: page - 1, pageSize: TABLE_PAGE_SIZE } },
        { quiet: true, skipNotFound: true, tenantId, signal },
      ),
    select: ({ result }) => result,
    placeholderData: (before) => before,
    staleTime: 0,
  });
}

/** Changes certificates; the list follows. What goes wrong is thrown as `CallError` and shown by whoever asked. */
export function useCertificateChanges() {
  const client = useQueryClient();
  const quietly = { quiet: true, skipNotFound: true, tenantId: useChosenAcademy() };
  const reread = () => readAnew(client, listCertificates.name);
  return {
    async correct(certificateId: string, body: { name: string; reason: string }): Promise<IssuedCertificate> {
      try {
        return await call(correctCertificate, { params: { certificateId }, body }, quietly);
      } finally {
        await reread();
      }
    },
    async setRevoked(certificateId: string, body: { revoked: boolean; reason: string }): Promise<IssuedCertificate> {
      try {
        return await call(setCertificateRevoked, { params: { certificateId }, body }, quietly);
      } finally {
        await reread();
      }
    },
  };
}
