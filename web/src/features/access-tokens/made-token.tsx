import { ClipboardCheck, ClipboardCopy, ShieldAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { academyName } from '../../lib/academy-name.ts';
import { Button } from '../../ui/button.tsx';
import css from './new-token.module.css';

/** A token that was made a moment ago. */
export interface MadeToken {
  token: string;
  name: string;
  tenantId: string;
}

interface MadeTokenPanelProps {
  made: MadeToken;
  /** Puts it away for good. */
  onDone: () => void;
}

/** The one time that a token is shown. It lives here alone and goes with the screen. */
export function MadeTokenPanel({ made, onDone }: MadeTokenPanelProps) {
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    heading.current?.focus();
    // Browsers keep left pages for the way back.
    const forget = () => done.current();
    addEventListener('pagehide', forget);
    return () => removeEventListener('pagehide', forget);
  }, []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(made.token);
      setCopied('yes');
    } catch {
      field.current?.select();
      setCopied('no');
    }
  };
  return (
    <section className={css.made} aria-labelledby="made-token">
      <h2 id="made-token" ref={heading} tabIndex={-1}>
        Copy your token now
      </h2>
      <p>
        <strong>{made.name}</strong> for {academyName(made.tenantId)} is ready.
      </p>
      <div className={css.copy}>
        <input
          ref={field}
          readOnly
          aria-label="New token"
          value={made.token}
          autoComplete="off"
          spellCheck={false}
          onFocus={({ target }) => target.select()}
        />
        <Button look="primary" onClick={() => void copy()}>
          {copied === 'yes' ? <ClipboardCheck aria-hidden="true" /> : <ClipboardCopy aria-hidden="true" />}
          Copy
        </Button>
      </div>
      <p className={css.warning}>
        <ShieldAlert aria-hidden="true" />
        It is shown this once. When you leave this page it is gone, and nobody can bring it back. Whoever holds it can
        act as you: keep it like a password.
      </p>
      <div className={css.row}>
        <Button onClick={onDone}>Done</Button>
        <p role="status">
          {copied === 'yes' && 'Copied.'}
          {copied === 'no' && 'This browser does not copy by itself. The token is selected: press Ctrl+C.'}
        </p>
      </div>
    </section>
  );
}
