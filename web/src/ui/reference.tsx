import { useState } from 'react';
import css from './toast.module.css';
import { uiTexts } from './ui-texts.ts';

interface ReferenceProps {
  /** A correlation id, to be handed on. */
  id: string;
  /** Text before it. */
  label?: string;
}

/** A correlation id, for requests for help. */
export function Reference({ id, label }: ReferenceProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => navigator.clipboard.writeText(id).then(() => setCopied(true));
  return (
    <p className={css.more}>
      {label}
      {id}{' '}
      <button type="button" className={css.action} onClick={() => void copy().catch(() => undefined)}>
        {isCopied ? uiTexts.copied : uiTexts.copy}
      </button>
    </p>
  );
}
