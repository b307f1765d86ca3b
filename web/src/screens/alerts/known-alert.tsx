import type { ReactNode } from 'react';
import { type Alert, useAlert } from '../../api/alerts-admin.ts';
import { isNotFound } from '../../api/call-error.ts';
import { adminUrls } from '../../navigation/admin-urls.ts';
import { useChosenAcademy } from '../../navigation/chosen-academy.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import css from './alert-form.module.css';

interface KnownAlertProps {
  id: string;
  children: (alert: Alert) => ReactNode;
}

/** An alert of the chosen academy once it is here, or why it is not. */
export function KnownAlert({ id, children }: KnownAlertProps) {
  const tenantId = useChosenAcademy();
  const { data, error, refetch, isFetchedAfterMount } = useAlert(tenantId, id);
  // What an earlier visit left is no ground for a change.
  if (data !== undefined && isFetchedAfterMount) return children(data);
  if (error === null) return <Spinner label="Loading the alert" />;
  return (
    <div role="alert" className={css.waiting}>
      {isNotFound(error) ? (
        <>
          <p>There is no such alert. Somebody may have deleted it.</p>
          <LinkButton href={adminUrls.alerts(tenantId)}>All alerts</LinkButton>
        </>
      ) : (
        <>
          <p>The alert could not be loaded. {error.message}</p>
          <Button onClick={() => void refetch()}>Try again</Button>
        </>
      )}
    </div>
  );
}
