import { TEXTS } from '@academy/contract/errors';
import { Button, LinkButton } from '../ui/button.tsx';
import css from './frame.late.module.css';

/** Stands in for a screen that broke. */
export function ErrorFallback({ error }: { error: string }) {
  return (
    <section className={css.fallback} role="alert">
      <h1 tabIndex={-1}>{TEXTS.errorFallback(error)}</h1>
      <div className={css.row}>
        <Button look="primary" onClick={() => window.location.reload()}>
          Refresh
        </Button>
        <LinkButton href="/auth">Log in</LinkButton>
      </div>
    </section>
  );
}
