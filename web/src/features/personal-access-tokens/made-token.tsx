import { ShieldAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { joined } from '../../i18n/joined.ts';
import { academyName } from '../../lib/academy-name.ts';
import { Button } from '../../ui/button.tsx';
import { SecretField } from '../../ui/secret-field.tsx';
import css from './new-token.module.css';
import { tokenTexts } from './token-texts.ts';

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
        {tokenTexts.copyNow}
      </h2>
      <p>
        {joined(
          tokenTexts.ready({
            strong: (words) => <strong>{words}</strong>,
            name: made.name,
            academy: academyName(made.tenantId),
          }),
        )}
      </p>
      <SecretField
        label={tokenTexts.newToken}
        value={made.token}
        warning={
          <p className={css.warning}>
            <ShieldAlert aria-hidden="true" />
            {tokenTexts.shownOnce}
          </p>
        }
      >
        <Button onClick={onDone}>{tokenTexts.done}</Button>
      </SecretField>
    </section>
  );
}
