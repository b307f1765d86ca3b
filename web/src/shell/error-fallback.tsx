import { TEXTS } from '@academy/contract/texts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { isNotFound } from '../api/call-error.ts';
import { dropFailedReads } from '../api/query-client.ts';
import { noteNoAnswer } from '../lib/reachability.ts';
import { pageReload } from '../lib/reload-once.ts';
import { useTenant } from '../lib/runtime.tsx';
import { documentTitle } from '../navigation/head.ts';
import { dropFailedScreens } from '../navigation/load-screen.tsx';
import { navigate } from '../navigation/location.tsx';
import type { Route } from '../navigation/screen.ts';
import { urls } from '../navigation/urls.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { ErrorReference } from './error-reference.tsx';
import { fallbackWords } from './fallback-text.ts';
import css from './frame.module.css';
import { LoadingScreen } from './loading-screen.tsx';
import { shellTexts } from './shell-texts.ts';

interface ErrorFallbackProps {
  error: Error & { code?: unknown };
  /** The screen that it replaces. */
  route: Pick<Route, 'title' | 'guard'>;
  onRetry: () => void;
}

/** In the place of a screen that broke, unless it is left: nothing is there, or it is refused (see `Guarded`). */
export function ErrorFallback({ error, route, onRetry }: ErrorFallbackProps) {
  const missing = isNotFound(error);
  useEffect(() => {
    if (missing) navigate(urls.notFound(), { replace: true });
  }, [missing]);
  if (missing || (route.guard === 'admin' && error.code === 'not-allowed')) return <LoadingScreen />;
  return <Broken error={error} title={route.title} onRetry={onRetry} />;
}

/**
 * Shows the error at the requested address. It retries on request, when the network is back, and when the window gets the
 * focus.
 */
function Broken({ error, title, onRetry }: { error: Error; title: string; onRetry: () => void }) {
  const client = useQueryClient();
  const tenant = useTenant();
  const heading = useRef<HTMLHeadingElement>(null);
  const retry = () => {
    dropFailedReads(client);
    dropFailedScreens();
    onRetry();
  };
  const onReturn = useEffectEvent(retry);
  // Shows as well when the academy is unreachable.
  useEffect(noteNoAnswer, []);
  useEffect(() => {
    const again = () => onReturn();
    for (const type of ['online', 'focus']) addEventListener(type, again);
    return () => {
      for (const type of ['online', 'focus']) removeEventListener(type, again);
    };
  }, []);
  useEffect(() => {
    document.title = documentTitle({ title }, tenant);
    // It may be far above the position of the followed link.
    heading.current?.focus();
  }, [title, tenant]);
  return (
    <section className={css.fallback} role="alert">
      <h1 ref={heading} tabIndex={-1}>
        {TEXTS.errorFallback({ error: error.message })}
      </h1>
      <p>{fallbackWords(error)}</p>
      <ErrorReference error={error} />
      <div className={css.row}>
        <Button look="primary" onClick={retry}>
          {shellTexts.tryAgain}
        </Button>
        <Button onClick={() => void (pageReload()?.now() ?? location.reload())}>{shellTexts.refresh}</Button>
        <LinkButton href={urls.auth()}>{shellTexts.logInAgain}</LinkButton>
      </div>
    </section>
  );
}
