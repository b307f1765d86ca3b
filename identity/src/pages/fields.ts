import { type Html, html } from './html.ts';
import { signInPageTexts } from './sign-in-page-texts.ts';

export interface Field {
  name: string;
  label: string;
  type: 'text' | 'email' | 'password';
  autocomplete: string;
  /** What was typed before; never for passwords. */
  value?: string;
  error?: string;
  hint?: string;
  /** Which keyboard a phone shows. */
  inputMode?: 'numeric';
  maxLength: number;
  /** Focused initially. */
  focused: boolean;
}

/** A labelled input with its hint and its error, linked for screen readers. */
export function field(given: Field): Html {
  const { name, error } = given;
  // The error replaces the hint.
  const hint = error === undefined ? given.hint : undefined;
  const notes = [hint === undefined ? null : `${name}-hint`, error === undefined ? null : `${name}-error`].filter(
    (id) => id !== null,
  );
  return html`<div class="field"><label for="${name}">${given.label}</label>
<input id="${name}" name="${name}" type="${given.type}" autocomplete="${given.autocomplete}" maxlength="${given.maxLength}" required${given.value === undefined ? null : html` value="${given.value}"`}${given.inputMode === undefined ? null : html` inputmode="${given.inputMode}"`}${given.type === 'text' ? null : html` autocapitalize="none" spellcheck="false"`}${error === undefined ? null : html` aria-invalid="true"`}${notes.length === 0 ? null : html` aria-describedby="${notes.join(' ')}"`}${given.focused ? html` autofocus` : null}>
${hint === undefined ? null : html`<p class="hint" id="${name}-hint">${hint}</p>`}${error === undefined ? null : html`<p class="wrong" id="${name}-error">${error}</p>`}</div>`;
}

/** All errors of a form, above it; each line links to its field. */
export function summary(
  problem: string | undefined,
  errors: { name: string; label: string; error: string }[],
): Html | null {
  if (problem === undefined && errors.length === 0) return null;
  const title = problem ?? signInPageTexts.mistakes({ count: errors.length });
  const list =
    errors.length === 0
      ? null
      : html`<ul>${errors.map(({ name, label, error }) => html`<li><a href="#${name}">${label}</a>: ${error}</li>`)}</ul>`;
  return html`<div class="summary" role="alert"><h2>${title}</h2>${list}</div>`;
}
