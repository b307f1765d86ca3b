import { useMemo, useState } from 'react';
import { exportCertificates, type IssuedCertificate, useIssuedCertificates } from '../../api/certificates.ts';
import { download } from '../../api/download.ts';
import { useTableView } from '../../list-views/use-table-view.ts';
import { useChosenAcademy } from '../../navigation/chosen-academy.ts';
import { Button } from '../../ui/button.tsx';
import { PagedTable } from '../../ui/data-table/paged-table.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { certificateColumns } from './certificate-columns.tsx';
import { type CertificateTask, ChangeCertificate } from './change-certificate.tsx';
import { issuedCertificatesTexts } from './issued-certificates-texts.ts';

/** The newest first; there is no other order. */
const AT_FIRST = { sortBy: null, sortDir: 'asc' } as const;

/** Certificates with search, pages, and what can be done with each. */
export function IssuedCertificates() {
  const tenantId = useChosenAcademy();
  const columns = useMemo(certificateColumns, []);
  const table = useTableView(columns, AT_FIRST);
  const { text, page } = table.view;
  const read = useIssuedCertificates({ text, page });
  const [task, setTask] = useState<{ certificate: IssuedCertificate; what: CertificateTask } | null>(null);
  return (
    <>
      <PagedTable
        {...table}
        label={issuedCertificatesTexts.listLabel}
        counted={issuedCertificatesTexts.counted}
        columns={columns}
        read={read}
        idOf={({ certificateId }) => certificateId}
        titleOf={({ name, title }) => `${name}, ${title}`}
        searchLabel={issuedCertificatesTexts.search}
        tools={
          <DownloadButton
            label={issuedCertificatesTexts.download}
            onDownload={() => download(exportCertificates, { q: text }, tenantId)}
          />
        }
        actions={(certificate) => {
          const { name, title, revoked } = certificate;
          const isRevoked = revoked !== null;
          const button = (what: CertificateTask, words: string) => (
            <Button aria-label={`${words}: ${name}, ${title}`} onClick={() => setTask({ certificate, what })}>
              {words}
            </Button>
          );
          return (
            <>
              {button('correct', issuedCertificatesTexts.correctName)}
              {isRevoked
                ? button('restore', issuedCertificatesTexts.restore)
                : button('revoke', issuedCertificatesTexts.revoke)}
            </>
          );
        }}
        whenEmpty={
          <>
            <h2>{issuedCertificatesTexts.emptyTitle}</h2>
            <p>{issuedCertificatesTexts.emptyText}</p>
          </>
        }
      />
      <ChangeCertificate task={task} onClose={() => setTask(null)} />
    </>
  );
}
