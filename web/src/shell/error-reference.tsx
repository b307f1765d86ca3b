import { useEffect, useState } from 'react';
import { reportError } from '../api/reports.ts';
import { Reference } from '../ui/reference.tsx';
import { shellTexts } from './shell-texts.ts';

/** Reports an error and shows where the server's log has it, once it has. */
export function ErrorReference({ error }: { error: Error }) {
  const [id, setId] = useState<string | null>(null);
  useEffect(() => {
    let isShown = true;
    void reportError(error).then((reference) => isShown && setId(reference));
    return () => {
      isShown = false;
    };
  }, [error]);
  return id === null ? null : <Reference id={id} label={shellTexts.reference} />;
}
