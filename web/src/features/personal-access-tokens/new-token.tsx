import type { Ability } from '@academy/contract/abilities';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { CallError, reasonOf } from '../../api/call-error.ts';
import { useTokenChanges } from '../../api/personal-access-tokens.ts';
import { joined } from '../../i18n/joined.ts';
import { zoneText } from '../../lib/moments.ts';
import { useConfig } from '../../lib/runtime.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckboxGroup, Field } from '../../ui/field.tsx';
import { NEW_TAB, NewTab } from '../../ui/new-tab.tsx';
import { type MadeToken, MadeTokenPanel } from './made-token.tsx';
import css from './new-token.module.css';
import {
  ABILITY_TEXTS,
  endDays,
  momentOf,
  type Problems,
  problemsOf,
  scopesOf,
  type TokenField,
} from './token-rules.ts';
import { tokenTexts } from './token-texts.ts';

interface NewTokenProps {
  /** The academy that the token is for. */
  tenantId: string;
  /** What the token may be given. A single ability is given without asking. */
  abilities: readonly Ability[];
  /** Shown in place of the abilities while there are none. */
  abilitiesPlace?: ReactNode;
}

/** A page of the server, no screen. */
const API_REFERENCE = '/api-reference';

const labelsOfFields = (): Readonly<Record<TokenField, string>> => ({
  name: tokenTexts.name,
  abilities: tokenTexts.abilities,
  scopes: tokenTexts.scopes,
  expiresAt: tokenTexts.endsOn,
});

/** The form for a new token, then the token itself, shown once. The input is kept until a token is made. */
export function NewToken({ tenantId, abilities, abilitiesPlace }: NewTokenProps) {
  const { make } = useTokenChanges();
  const { apiBaseUrl } = useConfig();
  // The server of the API shows it, which can be another one than the page's.
  const apiReference = apiBaseUrl.startsWith('/') ? API_REFERENCE : new URL(API_REFERENCE, apiBaseUrl).href;
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<Ability[]>([]);
  const [scopes, setScopes] = useState('');
  const [day, setDay] = useState(() => endDays(new Date()).proposed);
  const labels = labelsOfFields();
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const [made, setMade] = useState<MadeToken | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const wanted = abilities.length === 1 ? [...abilities] : chosen.filter((ability) => abilities.includes(ability));
  const wrong = Object.keys(problems) as TokenField[];
  // A scope limits the publishing of content alone.
  const hasScopes = wanted.length === 1 && wanted[0] === 'content:write';

  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [problems]);

  const refuse = (found: Problems, text: string | null) => {
    setProblems(found);
    setFailure(text);
  };
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const now = new Date();
    const found = problemsOf({ name, abilities: wanted, day }, now);
    if (Object.keys(found).length > 0) return refuse(found, null);
    setPending(true);
    refuse({}, null);
    const limits = hasScopes ? scopesOf(scopes) : {};
    const token = { tenantId, name: name.trim(), abilities: wanted, ...limits, expiresAt: momentOf(day, now) };
    try {
      setMade({ token: await make(token), name: token.name, tenantId });
      setName('');
      setChosen([]);
      setScopes('');
      setDay(endDays(now).proposed);
    } catch (error) {
      const invalid = fieldsOf(error);
      refuse(invalid, Object.keys(invalid).length > 0 ? null : reasonOf(error));
    } finally {
      setPending(false);
    }
  };

  if (made !== null) {
    return (
      <MadeTokenPanel
        made={made}
        onDone={() => {
          setMade(null);
          // The form returns after this; its heading gets the focus.
          requestAnimationFrame(() => document.getElementById('new-token')?.focus());
        }}
      />
    );
  }
  const { first, last } = endDays(new Date());
  return (
    <form
      ref={form}
      className={css.form}
      aria-labelledby="new-token"
      noValidate
      onSubmit={(event) => void onSubmit(event)}
    >
      <div>
        <h2 id="new-token" tabIndex={-1}>
          {tokenTexts.newToken}
        </h2>
        <p className={css.lead}>
          {joined(
            tokenTexts.reference({
              link: (words) => (
                <a href={apiReference} {...NEW_TAB}>
                  {words}
                  <NewTab />
                </a>
              ),
            }),
          )}
        </p>
        <div role="alert">
          {(failure !== null || wrong.length > 0) && (
            <p className={css.summary}>
              {failure === null
                ? tokenTexts.lookAt({ fields: wrong.map((field) => labels[field]).join(', ') })
                : tokenTexts.notCreated({ failure })}
            </p>
          )}
        </div>
      </div>
      <div className={css.fields}>
        <Field label={labels.name} hint={tokenTexts.nameHint} problem={problems.name}>
          {(control) => (
            <input
              {...control}
              name="token-name"
              autoComplete="off"
              required
              value={name}
              onChange={({ target }) => setName(target.value)}
              onBlur={() => setName((typed) => typed.trim())}
            />
          )}
        </Field>
        <Field
          label={labels.expiresAt}
          hint={tokenTexts.endHint({ zone: zoneText(day === '' ? Date.now() : momentOf(day, new Date())) })}
          problem={problems.expiresAt}
        >
          {(control) => (
            <input
              {...control}
              type="date"
              required
              min={first}
              max={last}
              value={day}
              onChange={({ target }) => setDay(target.value)}
            />
          )}
        </Field>
      </div>
      {abilities.length > 1 && (
        <CheckboxGroup
          legend={labels.abilities}
          problem={problems.abilities}
          choices={abilities.map((ability) => ({ name: ability, text: ABILITY_TEXTS[ability] }))}
          chosen={wanted}
          onChange={setChosen}
        />
      )}
      {abilities.length === 1 && (
        <p className={css.only}>
          {abilities.map((ability) => tokenTexts.onlyAbility({ text: ABILITY_TEXTS[ability], ability }))}
        </p>
      )}
      {abilities.length === 0 && abilitiesPlace}
      {hasScopes && (
        <Field label={labels.scopes} hint={tokenTexts.scopesHint} problem={problems.scopes}>
          {(control) => (
            <input
              {...control}
              name="token-scopes"
              autoComplete="off"
              spellCheck={false}
              value={scopes}
              onChange={({ target }) => setScopes(target.value)}
            />
          )}
        </Field>
      )}
      <div className={css.row}>
        <Button type="submit" look="primary" disabled={isPending}>
          {isPending ? tokenTexts.oneMoment : tokenTexts.create}
        </Button>
      </div>
    </form>
  );
}

/** The server's errors about fields of the form. */
function fieldsOf(error: unknown): Problems {
  if (!(error instanceof CallError)) return {};
  const invalid: Partial<Record<TokenField, string>> = {};
  for (const [path, text] of Object.entries(error.fields)) {
    const [field] = path.split('.');
    if (field === 'name' || field === 'abilities' || field === 'scopes' || field === 'expiresAt') invalid[field] = text;
  }
  return invalid;
}
