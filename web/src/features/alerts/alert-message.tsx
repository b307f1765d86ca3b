import type { AlertLevel, PublicAlert } from '@academy/contract/alerts';
import { Html } from '../../lib/html.tsx';
import { NEW_TAB, NewTab } from '../../ui/new-tab.tsx';
import { TOAST_ICONS } from '../../ui/toast.tsx';
import css from './alert.module.css';
import { alertBarTexts } from './alert-bar-texts.ts';

export const alertClass = (level: AlertLevel): string => `${css.alert} ${css[level]}`;

/** Icon, text and link of an alert. */
export function AlertMessage({
  alert,
}: {
  alert: Pick<PublicAlert, 'level' | 'message' | 'actionUrl' | 'actionText'>;
}) {
  const { level, message, actionUrl, actionText } = alert;
  const Icon = TOAST_ICONS[level];
  return (
    <>
      <Icon aria-hidden="true" />
      <div className={css.words}>
        <span className="sr-only">{alertBarTexts[level]}: </span>
        <Html html={message} className={css.message} />
        {actionUrl !== null && (
          <a className={css.link} href={actionUrl} {...NEW_TAB}>
            {actionText ?? alertBarTexts.more}
            <NewTab />
          </a>
        )}
      </div>
    </>
  );
}
