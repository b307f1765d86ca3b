import { ClipboardCheck, ClipboardCopy } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { actionTexts } from './action-texts.ts';
import { Button } from './button.tsx';
import css from './secret-field.module.css';

interface SecretFieldProps {
  /** Accessible name of the field. */
  label: string;
  value: string;
  /** A hint: shown only once, to be stored like a password. */
  warning: ReactNode;
  /** Buttons beside the message about copying. */
  children: ReactNode;
}

/** Something secret that is shown once, to be copied. */
export function SecretField({ label, value, warning, children }: SecretFieldProps) {
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied('yes');
    } catch {
      field.current?.select();
      setCopied('no');
    }
  };
  return (
    <>
      <div className={css.copy}>
        <input
          ref={field}
          readOnly
          aria-label={label}
          value={value}
          autoComplete="off"
          spellCheck={false}
          onFocus={({ target }) => target.select()}
        />
        <Button look="primary" onClick={() => void copy()}>
          {copied === 'yes' ? <ClipboardCheck aria-hidden="true" /> : <ClipboardCopy aria-hidden="true" />}
          {actionTexts.copy}
        </Button>
      </div>
      {warning}
      <div className={css.row}>
        {children}
        <p role="status">
          {copied === 'yes' && actionTexts.copied}
          {copied === 'no' && actionTexts.copyByHand}
        </p>
      </div>
    </>
  );
}
