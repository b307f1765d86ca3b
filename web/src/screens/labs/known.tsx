import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { labSessionTexts } from './lab-session-texts.ts';
import css from './lab-sessions.module.css';

interface KnownProps<T> {
  read: { data: T | undefined; error: Error | null; refetch: () => Promise<unknown> };
  children: (data: T) => ReactNode;
}

/** Loaded content, or why it could not be loaded. */
export function Known<T>({ read: { data, error, refetch }, children }: KnownProps<T>) {
  if (data !== undefined) return children(data);
  if (error === null) return <Spinner label={labSessionTexts.loading} />;
  return (
    <div role="alert" className={css.empty}>
      <p>{labSessionTexts.notLoaded({ message: error.message })}</p>
      <Button onClick={() => void refetch()}>{labSessionTexts.tryAgain}</Button>
    </div>
  );
}
