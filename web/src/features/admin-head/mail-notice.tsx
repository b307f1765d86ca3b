import { useMailState } from '../../api/mail.ts';
import { Moment } from '../../ui/moment.tsx';
import css from './admin-head.module.css';

/** Warns administrators that no mail leaves the installation, with the reason and the number of waiting mails. */
export function MailNotice() {
  const mail = useMailState();
  if (mail?.state !== 'failing') return null;
  const { problem, waiting, oldest } = mail;
  return (
    <aside className={css.notice} aria-label="Mail">
      <p>
        <strong>Mail is not leaving.</strong>{' '}
        {waiting === 1 ? 'One mail waits' : `${waiting.toLocaleString('en')} mails wait`}
        {oldest !== null && (
          <>
            , the oldest since <Moment at={oldest} />
          </>
        )}
        . It is tried again every few minutes, for two days; nothing is lost meanwhile.
      </p>
      <p>
        The mail server said: <code>{problem}</code>. Look at the settings <code>ACADEMY_SMTP_URL</code> and{' '}
        <code>ACADEMY_MAIL_FROM</code>.
      </p>
    </aside>
  );
}
