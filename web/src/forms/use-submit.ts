import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { CallError, reasonOf } from '../api/call-error.ts';

/** What is wrong with a form, by field. */
export type Problems<Field extends string> = Partial<Record<Field, string>>;

/**
 * Submits a form, once at a time, and holds its validation errors. The first invalid field is focused after each submit.
 *
 * @param fieldOf the form's own field for one of the server's; null where it has none
 */
export function useSubmit<Field extends string>(fieldOf: (name: string) => Field | null | undefined) {
  const [problems, setProblems] = useState<Problems<Field>>({});
  // Invalid fields that were edited since: they are validated again with the next submit.
  const [changed, setChanged] = useState<readonly Field[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (Object.keys(problems).length === 0) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid]');
    const isGroup = wrong?.role === 'radiogroup';
    (isGroup ? wrong.querySelector('input') : wrong)?.focus();
    // In a low window the error message would stay out of sight.
    (isGroup ? wrong : wrong?.parentElement)?.scrollIntoView({ block: 'nearest' });
    setChanged([]);
  }, [problems]);

  return {
    form,
    problems: Object.fromEntries(
      Object.entries(problems).filter(([field]) => !changed.includes(field as Field)),
    ) as Problems<Field>,
    /** Hides the errors of edited fields until the form is submitted again. */
    answered: (...fields: Field[]) => setChanged((before) => [...before, ...fields]),
    /** An error that concerns no field. */
    failure,
    isPending,
    /**
     * @param check validates in the page; with errors nothing is sent. Its rules may have to be loaded
     * @param send throws `CallError`, or resolves once it has arrived
     */
    async submit(
      event: SyntheticEvent,
      check: () => Problems<Field> | Promise<Problems<Field>>,
      send: () => Promise<void>,
    ): Promise<void> {
      event.preventDefault();
      if (isPending) return;
      setFailure(null);
      setPending(true);
      try {
        const wrong = await check();
        setProblems(wrong);
        if (Object.keys(wrong).length === 0) await send();
      } catch (error) {
        const invalid = fieldProblems(error, fieldOf);
        setProblems(invalid);
        if (Object.keys(invalid).length === 0) setFailure(reasonOf(error));
      } finally {
        setPending(false);
      }
    },
  };
}

/** The errors of a refused call by the form's fields; others than those of its fields are left out. */
export function fieldProblems<Field extends string>(
  error: unknown,
  fieldOf: (name: string) => Field | null | undefined,
): Problems<Field> {
  const problems: Problems<Field> = {};
  if (!(error instanceof CallError)) return problems;
  for (const [name, message] of Object.entries(error.fields)) {
    const field = fieldOf(name);
    // The server names the field, which the form does by its place.
    if (field) problems[field] = message.startsWith(`${name}: `) ? message.slice(name.length + 2) : message;
  }
  return problems;
}
