import type { ReactNode } from 'react';
import { type Alert, useAlert } from '../../api/alerts-admin.ts';
import { isNotFound } from '../../api/call-error.ts';
import { adminUrls } from '../../navigation/admin-urls.ts';
import { useChosenAcademy } from '../../navigation/chosen-academy.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import css from './alert-form.module.css';
import { alertFormTexts } from './alert-form-texts.ts';

interface KnownAlertProps {
  id: string;
  children: (alert: Alert) => ReactNode;
}

/** Loads an alert of the chosen academy, or shows why it cannot be loaded. */
export function KnownAlert({ id, children }: KnownAlertProps) {
  const tenantId = useChosenAcademy();
  const { data, error, refetch, isFetchedAfterMount } = useAlert(tenantId, id);
  // A cached alert of an earlier visit must not be edited.
  if (data !== undefined && isFetchedAfterMount) return children(data);
  if (error === null) return <Spinner label={alertFormTexts.loadingOne} />;
  return (
    <div role="alert" className={css.waiting}>
      {isNotFound(error) ? (
        <>
          <p>{alertFormTexts.noSuchAlert}</p>
          <LinkButton href={adminUrls.alerts(tenantId)}>{alertFormTexts.allAlerts}</LinkButton>
        </>
      ) : (
        <>
          <p>{alertFormTexts.oneFailed({ message: error.message })}</p>
          <Button onClick={() => void refetch()}>{alertFormTexts.tryAgain}</Button>
        </>
      )}
    </div>
  );
}
