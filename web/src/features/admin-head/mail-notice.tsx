import type { ReactNode } from 'react';
import { useMailState } from '../../api/mail.ts';
import { joined } from '../../i18n/joined.ts';
import { momentText } from '../../lib/moments.ts';
import css from './admin-head.module.css';
import { adminHeadTexts } from './admin-head-texts.ts';

const strong = (words: ReactNode[]) => <strong>{words}</strong>;

/** Warns administrators that no mail leaves the installation, with the reason and the number of waiting mails. */
export function MailNotice() {
  const mail = useMailState();
  if (mail?.state !== 'failing') return null;
  const { problem, waiting, oldest } = mail;
  return (
    <aside className={css.notice} aria-label={adminHeadTexts.mail}>
      <p>
        {joined(
          oldest === null
            ? adminHeadTexts.mailWaits({ strong, count: waiting })
            : adminHeadTexts.mailWaitsSince({
                strong,
                count: waiting,
                oldest: momentText(oldest),
                time: (words) => <time dateTime={oldest}>{words}</time>,
              }),
        )}
      </p>
      <p>
        {joined(
          adminHeadTexts.mailProblem({
            code: (words) => <code>{words}</code>,
            problem: problem ?? '',
          }),
        )}
      </p>
    </aside>
  );
}
