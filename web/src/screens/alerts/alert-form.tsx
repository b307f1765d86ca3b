import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { academyName } from '../../lib/academy-name.ts';
import { zoneText } from '../../lib/moments.ts';
import { useConfig } from '../../lib/runtime.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckboxGroup } from '../../ui/field.tsx';
import css from './alert-form.module.css';
import { alertFormTexts } from './alert-form-texts.ts';
import { ChoiceInput, MomentInput, TextInput } from './alert-inputs.tsx';
import { AlertPreview } from './alert-preview.tsx';
import {
  type AlertDraft,
  type AlertField,
  type AlertProblems,
  audienceNames,
  fieldNames,
  isLocalMoment,
  levelNames,
  MESSAGE_MAX,
} from './alert-rules.ts';
import { MessageField } from './message-field.tsx';

interface AlertFormProps {
  draft: AlertDraft;
  onChange: (draft: AlertDraft) => void;
  problems: AlertProblems;
  /** What went wrong besides fields; null: nothing. */
  failure: string | null;
  /** What must be decided first, such as a conflict. */
  notice?: ReactNode;
  isPending: boolean;
  /** Label of the submit button. */
  submit: string;
  /** False: the alert belongs to the academy that it has. */
  choosesAcademies: boolean;
  onSubmit: () => void;
  onDiscard: () => void;
}

/** The form of an alert with a preview beside it. */
export function AlertForm(props: AlertFormProps) {
  const { draft, onChange, problems, failure, notice, isPending, submit, choosesAcademies, onSubmit, onDiscard } =
    props;
  const names = fieldNames();
  const form = useRef<HTMLFormElement>(null);
  const wrong = Object.keys(problems) as AlertField[];

  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [problems]);

  const submitted = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) onSubmit();
  };
  return (
    <form ref={form} className={css.form} aria-label={alertFormTexts.alert} noValidate onSubmit={submitted}>
      <div className={css.fields}>
        <div role="alert">
          {(failure !== null || wrong.length > 0) && (
            <p className={css.summary}>
              {failure === null
                ? alertFormTexts.lookAt({ fields: wrong.map((field) => names[field]).join(', ') })
                : alertFormTexts.notSaved({ failure })}
            </p>
          )}
        </div>
        {notice}
        <AlertFields draft={draft} problems={problems} choosesAcademies={choosesAcademies} onChange={onChange} />
        <div className={css.buttons}>
          <Button type="submit" look="primary" disabled={isPending}>
            {isPending ? alertFormTexts.oneMoment : submit}
          </Button>
          <Button disabled={isPending} onClick={onDiscard}>
            {alertFormTexts.discard}
          </Button>
        </div>
      </div>
      <AlertPreview draft={draft} />
    </form>
  );
}

type AlertFieldsProps = Pick<AlertFormProps, 'draft' | 'problems' | 'choosesAcademies' | 'onChange'>;

function AlertFields({ draft, problems, choosesAcademies, onChange }: AlertFieldsProps) {
  const names = fieldNames();
  const { tenantOrigins } = useConfig();
  const set = (change: Partial<AlertDraft>) => onChange({ ...draft, ...change });
  return (
    <>
      {choosesAcademies ? (
        <CheckboxGroup
          legend={names.tenantIds}
          problem={problems.tenantIds}
          choices={Object.keys(tenantOrigins).map((name) => ({ name, text: academyName(name) }))}
          chosen={draft.tenantIds}
          onChange={(tenantIds) => set({ tenantIds })}
        />
      ) : (
        <p className={css.academy}>{draft.tenantIds.map(academyName).join(', ')}</p>
      )}
      <MessageField
        message={draft.message}
        max={MESSAGE_MAX}
        problem={problems.message}
        onChange={(message) => set({ message })}
      />
      <div className={css.row}>
        <ChoiceInput
          label={names.level}
          hint={alertFormTexts.levelHint}
          options={levelNames()}
          value={draft.level}
          onChange={(level) => set({ level })}
        />
        <ChoiceInput
          label={names.audience}
          hint={alertFormTexts.audienceHint}
          options={audienceNames()}
          value={draft.audience}
          onChange={(audience) => set({ audience })}
        />
      </div>
      <div className={css.row}>
        <TextInput
          label={names.actionUrl}
          hint={alertFormTexts.linkHint}
          value={draft.actionUrl}
          max={2_000}
          problem={problems.actionUrl}
          onChange={(actionUrl) => set({ actionUrl })}
        />
        <TextInput
          label={names.actionText}
          hint={alertFormTexts.linkTextHint}
          value={draft.actionText}
          max={100}
          problem={problems.actionText}
          onChange={(actionText) => set({ actionText })}
        />
      </div>
      <div className={css.row}>
        <MomentInput
          label={names.from}
          hint={alertFormTexts.startHint({ zone: zoneOf(draft.from) })}
          value={draft.from}
          problem={problems.from}
          onChange={(from) => set({ from })}
        />
        <MomentInput
          label={names.to}
          hint={alertFormTexts.endHint({ zone: zoneOf(draft.to) })}
          value={draft.to}
          problem={problems.to}
          onChange={(to) => set({ to })}
        />
      </div>
    </>
  );
}

/** The zone of a time that a field holds; of now where it holds none. */
const zoneOf = (local: string): string => zoneText(isLocalMoment(local) ? local : Date.now());
