import { LockKeyhole } from 'lucide-react';
import type { LockMessage } from '../../catalogue/lock-message.ts';
import { Button } from '../../ui/button.tsx';
import { accessLockTexts } from './access-lock-texts.ts';
import css from './lock-panel.module.css';
import { ProLink } from './pro-link.tsx';

/** Shown in place of locked content: what unlocks it, with a link. The content itself is never sent to the page. */
export function LockPanel({ message, onLogin }: { message: LockMessage; onLogin: () => void }) {
  return (
    <section className={css.panel} aria-label={accessLockTexts.locked}>
      <LockKeyhole aria-hidden="true" />
      <h2>{message.title}</h2>
      <p>{message.text}</p>
      <div className={css.ways}>
        {message.login && (
          <Button look="primary" onClick={() => onLogin()}>
            {accessLockTexts.logInRegister}
          </Button>
        )}
        {message.member && <ProLink look={message.login ? 'plain' : 'primary'} />}
      </div>
    </section>
  );
}
