import type { IssuedCertificate } from '@academy/contract/certificates';
import { useRef, useState } from 'react';
import { CERTIFICATES_PER_PAGE, type CertificatesWanted, useIssuedCertificates } from '../../api/certificates.ts';
import { Button } from '../../ui/button.tsx';
import { CertificateTable, type CertificateTask } from './certificate-table.tsx';
import { ChangeCertificate } from './change-certificate.tsx';
import css from './issued-certificates.module.css';

/** Certificates with search, pages, and what can be done with each. */
export function IssuedCertificates() {
  const [wanted, setWanted] = useState<CertificatesWanted>({ text: '', page: 1 });
  const { data, isError, error, refetch, isPlaceholderData } = useIssuedCertificates(wanted);
  const [task, setTask] = useState<{ certificate: IssuedCertificate; what: CertificateTask } | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const total = data?.totalElements ?? 0;
  const pages = Math.max(1, Math.ceil(total / CERTIFICATES_PER_PAGE));
  return (
    <section aria-label="Certificates" className={css.list}>
      <search>
        <form
          className={css.search}
          onSubmit={(event) => {
            event.preventDefault();
            setWanted({ text: field.current?.value.trim() ?? '', page: 1 });
          }}
        >
          <input
            ref={field}
            type="search"
            aria-label="Search certificates"
            placeholder="Search name, course, address or number"
            maxLength={200}
          />
          <Button type="submit">Search</Button>
        </form>
      </search>
      <p role="status" className={css.count}>
        {data !== undefined && !isPlaceholderData && (total === 1 ? '1 certificate' : `${total} certificates`)}
        {data === undefined && !isError && 'Certificates are on their way'}
      </p>
      {isError && (
        <div role="alert" className={css.empty}>
          <p>The certificates could not be loaded. {error.message}</p>
          <Button onClick={() => void refetch()}>Try again</Button>
        </div>
      )}
      {data !== undefined &&
        (data.content.length === 0 ? (
          <div className={css.empty}>
            <h2>{wanted.text === '' ? 'No certificates yet' : 'No certificate matches'}</h2>
            {wanted.text === '' ? (
              <p>The first learner who finishes a course gets the first one.</p>
            ) : (
              <Button
                onClick={() => {
                  if (field.current !== null) field.current.value = '';
                  setWanted({ text: '', page: 1 });
                }}
              >
                Show all
              </Button>
            )}
          </div>
        ) : (
          <CertificateTable
            certificates={data.content}
            onTask={(certificate, what) => setTask({ certificate, what })}
          />
        ))}
      {pages > 1 && (
        <nav className={css.pages} aria-label="Pages of certificates">
          <Button
            aria-disabled={wanted.page === 1}
            onClick={() => setWanted({ ...wanted, page: Math.max(1, wanted.page - 1) })}
          >
            Previous
          </Button>
          <p role="status">
            Page {wanted.page} of {pages}
          </p>
          <Button
            aria-disabled={wanted.page >= pages}
            onClick={() => setWanted({ ...wanted, page: Math.min(pages, wanted.page + 1) })}
          >
            Next
          </Button>
        </nav>
      )}
      <ChangeCertificate task={task} onClose={() => setTask(null)} />
    </section>
  );
}
