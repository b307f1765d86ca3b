import { TEXTS } from '@academy/contract/texts';
import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react';
import { useTenant } from '../../lib/runtime.tsx';
import { Button } from '../../ui/button.tsx';
import { CoverArt } from '../../ui/cover-art.tsx';
import { AuthNotes } from './auth-notes.tsx';
import { authTexts } from './auth-texts.ts';
import css from './sign-in.module.css';
import { useAuth } from './use-auth.ts';

export const head = () => ({ title: authTexts.logIn, noIndex: true });

/** One field: people with an account continue to the identity provider, all others to registration. */
export default function AuthScreen() {
  const tenant = useTenant();
  const auth = useAuth();
  const { email: given, enter, register, isPending, fieldError, problem, registration, waiting } = auth;
  const [typed, setTyped] = useState<string | null>(null);
  const email = typed ?? given;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (fieldError !== null) field.current?.focus();
  }, [fieldError]);
  // The address may have been typed before hydration.
  useEffect(() => setTyped(field.current?.value || null), []);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) void enter(email);
  };
  return (
    <div className={css.stage}>
      <form className={css.form} onSubmit={onSubmit} noValidate>
        <h1 tabIndex={-1}>{authTexts.welcome}</h1>
        <p>{authTexts.intro}</p>
        <div className={css.field}>
          <label htmlFor="email">{authTexts.email}</label>
          <input
            ref={field}
            id="email"
            type="email"
            name="email"
            autoComplete="username"
            maxLength={254}
            required
            value={email}
            onChange={({ target }) => {
              setTyped(target.value);
              auth.stopWait();
            }}
            onBlur={() => setTyped(email.trim())}
            aria-invalid={fieldError !== null || undefined}
            aria-describedby="email-error"
          />
          <p id="email-error" className={css.error} role="alert">
            {fieldError}
          </p>
        </div>
        <Button type="submit" look="primary" disabled={isPending} worksWithoutScripts>
          {isPending ? authTexts.oneMoment : authTexts.continue}
        </Button>
        <p className={css.or}>{authTexts.or}</p>
        <Button onClick={() => register()}>{authTexts.createAccount}</Button>
        <div role="status">
          {/* Without a network no other file can be loaded. */}
          {problem === 'unreachable' && <p className={`${css.note} ${css.problem}`}>{TEXTS.signInAway}</p>}
          <Suspense>{(problem ?? registration ?? waiting) !== null && <AuthNotes {...auth} />}</Suspense>
        </div>
      </form>
      <div className={css.art}>
        <CoverArt slug="welcome-307" style={tenant.cover} />
      </div>
    </div>
  );
}
