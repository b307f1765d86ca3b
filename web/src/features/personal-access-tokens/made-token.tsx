import { ShieldAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { academyName } from '../../lib/academy-name.ts';
import { Button } from '../../ui/button.tsx';
import { SecretField } from '../../ui/secret-field.tsx';
import css from './new-token.module.css';

/** A token that was made a moment ago. */
export interface MadeToken {
  token: string;
  name: string;
  tenantId: string;
}

interface MadeTokenPanelProps {
  made: MadeToken;
  /** Closes it for good. */
  onDone: () => void;
}

/** Shows a token once. Only this component holds it, so it is gone when the screen is left. */
export function MadeTokenPanel({ made, onDone }: MadeTokenPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    heading.current?.focus();
    // The back-forward cache keeps pages that were left.
    const forget = () => done.current();
    addEventListener('pagehide', forget);
    return () => removeEventListener('pagehide', forget);
  }, []);
  return (
    <section className={css.made} aria-labelledby="made-token">
      <h2 id="made-token" ref={heading} tabIndex={-1}>
        Copy your token now
      </h2>
      <p>
        <strong>{made.name}</strong> for {academyName(made.tenantId)} is ready.
      </p>
      <SecretField
        label="New token"
        name="The token"
        value={made.token}
        warning={
          <p className={css.warning}>
            <ShieldAlert aria-hidden="true" />
            It is shown this once. When you leave this page it is gone, and nobody can bring it back. Whoever holds it
            can act as you: keep it like a password.
          </p>
        }
      >
        <Button onClick={onDone}>Done</Button>
      </SecretField>
    </section>
  );
}
