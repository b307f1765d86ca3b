import type { ReactNode } from 'react';
import { adminUrls } from '../../admin-urls.ts';
import { type Alert, useAlert } from '../../api/alerts-admin.ts';
import { isNotFound } from '../../api/call-error.ts';
import { useTenant } from '../../lib/runtime.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import css from './alert-form.module.css';

export interface KnownAlertOfId {
  id: string;
  /** The screen's query: it may name another academy. */
  search: URLSearchParams;
}

interface KnownAlertProps extends KnownAlertOfId {
  children: (alert: Alert) => ReactNode;
}

/** An alert once it is here, or why it is not. */
export function KnownAlert({ id, search, children }: KnownAlertProps) {
  const { tenantId } = useTenant();
  const wanted = search.get('tenant') ?? tenantId;
  const { data, error, refetch, isFetchedAfterMount } = useAlert(wanted, id);
  // What an earlier visit left is no ground for a change.
  if (data !== undefined && isFetchedAfterMount) return children(data);
  if (error === null) return <Spinner label="Loading the alert" />;
  return (
    <div role="alert" className={css.waiting}>
      {isNotFound(error) ? (
        <>
          <p>There is no such alert. Somebody may have deleted it.</p>
          <LinkButton href={adminUrls.alerts(wanted)}>All alerts</LinkButton>
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
