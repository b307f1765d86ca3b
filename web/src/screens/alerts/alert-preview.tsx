import { useEffect, useState } from 'react';
import { type Alert, useAlertPreview } from '../../api/alerts-admin.ts';
import { AlertMessage, alertClass } from '../../features/alerts/alert-message.tsx';
import css from './alert-form.module.css';
import { alertFormTexts } from './alert-form-texts.ts';
import type { AlertDraft } from './alert-rules.ts';

/** Debounce of typing before a request, ms. */
const TYPING_REST_MS = 400;

/** The alert as it will look; the server renders the message as it would be stored. */
export function AlertPreview({ draft }: { draft: AlertDraft }) {
  const { tenantIds, message, level, actionText, actionUrl } = draft;
  const settled = useSettled(message, actionUrl);
  const [tenantId = ''] = tenantIds;
  const { data, error } = useAlertPreview(tenantId, settled.message, settled.actionUrl);
  const isEmpty = message.trim() === '';
  return (
    <section className={css.preview} aria-labelledby="alert-preview">
      <h2 id="alert-preview">{alertFormTexts.preview}</h2>
      {isEmpty && <p className={css.muted}>{alertFormTexts.previewText}</p>}
      {!isEmpty && error !== null && <p className={css.muted}>{error.message}</p>}
      {!isEmpty && error === null && data !== undefined && (
        <ShownAlert alert={{ level, actionText: actionText.trim() || null, ...data }} />
      )}
    </section>
  );
}

type Shown = Pick<Alert, 'level' | 'message' | 'actionText' | 'actionUrl'>;

/** An alert as readers see it. */
export function ShownAlert({ alert }: { alert: Shown }) {
  return (
    <div className={`${alertClass(alert.level)} ${css.shown}`}>
      <AlertMessage alert={alert} />
    </div>
  );
}

function useSettled(message: string, actionUrl: string) {
  const [settled, setSettled] = useState({ message, actionUrl });
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ message, actionUrl }), TYPING_REST_MS);
    return () => clearTimeout(timer);
  }, [message, actionUrl]);
  return settled;
}
