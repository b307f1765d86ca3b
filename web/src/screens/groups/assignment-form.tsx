import { ASSIGNED_KINDS, type AssignedKind } from '@academy/contract/assignments';
import { useId, useState } from 'react';
import { type Assignment, type AssignmentTerms, useAssignable } from '../../api/assignments-admin.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { actionTexts } from '../../ui/action-texts.ts';
import { Button } from '../../ui/button.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Switch } from '../../ui/switch.tsx';
import { assignmentTexts } from './assignment-texts.ts';
import css from './group.module.css';
import { Touched } from './touched.tsx';

interface Item {
  kind: AssignedKind;
  itemId: string;
}

interface AssignmentFormProps {
  title: string;
  /** Left out: a new one. What is assigned cannot be changed. */
  assignment?: Assignment;
  onSave: (item: Item, terms: AssignmentTerms) => Promise<void>;
  onClose: () => void;
}

const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;
const today = () => new Date().toISOString().slice(0, 10);
const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));

/** What is assigned, and when it is due. */
export function AssignmentForm({ title, assignment, onSave, onClose }: AssignmentFormProps) {
  const formId = useId();
  const [item, setItem] = useState<Item>({
    kind: assignment?.kind ?? 'course',
    itemId: assignment?.itemId ?? '',
  });
  const [terms, setTerms] = useState<AssignmentTerms>(() => ({
    mandatory: assignment?.mandatory ?? true,
    beginsOn: assignment?.beginsOn ?? today(),
    dueOn: assignment?.dueOn ?? null,
    zone: assignment?.zone ?? ownZone(),
    joinDays: assignment?.joinDays ?? null,
    renewMonths: assignment?.renewMonths ?? null,
    countsBefore: assignment?.countsBefore ?? true,
  }));
  const { failure, isPending, submit } = useSubmit(() => null);

  const send = async () => {
    await onSave(item, terms);
    onClose();
  };

  return (
    <Modal
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{actionTexts.cancel}</Button>
          <Button look="primary" type="submit" form={formId} disabled={isPending}>
            {assignment === undefined ? assignmentTexts.assign : assignmentTexts.save}
          </Button>
        </>
      }
    >
      <form id={formId} className={css.form} onSubmit={(event) => void submit(event, () => ({}), send)}>
        {assignment === undefined ? (
          <ItemFields item={item} onChange={setItem} />
        ) : (
          <Touched assignmentId={assignment.assignmentId} />
        )}
        <TermFields terms={terms} isGuide={item.kind === 'guide'} onChange={setTerms} />
        <div role="alert">{failure !== null && <p className={css.failure}>{failure}</p>}</div>
      </form>
    </Modal>
  );
}

function ItemFields({ item, onChange }: { item: Item; onChange: (item: Item) => void }) {
  const [courseId, setCourse] = useState('');
  const { kind, itemId } = item;
  const { data: courses = [] } = useAssignable('course');
  const { data: items = [] } = useAssignable(kind, kind === 'check' ? courseId : '');
  return (
    <>
      <Field label={assignmentTexts.kind}>
        {(control) => (
          <select
            {...control}
            data-first
            value={kind}
            onChange={({ target }) => onChange({ kind: target.value as AssignedKind, itemId: '' })}
          >
            {ASSIGNED_KINDS.map((one) => (
              <option key={one} value={one}>
                {assignmentTexts[one]}
              </option>
            ))}
          </select>
        )}
      </Field>
      {kind === 'check' && (
        <Field label={assignmentTexts.ofCourse}>
          {(control) => (
            <select
              {...control}
              required
              value={courseId}
              onChange={({ target }) => {
                setCourse(target.value);
                onChange({ kind, itemId: '' });
              }}
            >
              <option value="">{assignmentTexts.choose}</option>
              {courses.map((one) => (
                <option key={one.itemId} value={one.itemId}>
                  {one.title}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <Field label={assignmentTexts[kind]}>
        {(control) => (
          <select
            {...control}
            required
            value={itemId}
            onChange={({ target }) => onChange({ kind, itemId: target.value })}
          >
            <option value="">{assignmentTexts.choose}</option>
            {items.map((one) => (
              <option key={one.itemId} value={one.itemId}>
                {one.title}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  );
}

interface TermFieldsProps {
  terms: AssignmentTerms;
  /** A guide is completed once. */
  isGuide: boolean;
  onChange: (terms: AssignmentTerms) => void;
}

function TermFields({ terms, isGuide, onChange }: TermFieldsProps) {
  const set = (part: Partial<AssignmentTerms>) => onChange({ ...terms, ...part });
  return (
    <>
      <div className={css.fields}>
        <Field label={assignmentTexts.begins}>
          {(control) => (
            <DateInput {...control} required value={terms.beginsOn} onChange={(beginsOn) => set({ beginsOn })} />
          )}
        </Field>
        <Field label={assignmentTexts.dueOn} hint={assignmentTexts.dueHint}>
          {(control) => (
            <DateInput
              {...control}
              min={terms.beginsOn}
              value={terms.dueOn ?? ''}
              onChange={(day) => set({ dueOn: day === '' ? null : day })}
            />
          )}
        </Field>
        <Field label={assignmentTexts.zone} hint={assignmentTexts.zoneHint}>
          {(control) => (
            <input
              {...control}
              required
              autoComplete="off"
              spellCheck={false}
              value={terms.zone}
              onChange={({ target }) => set({ zone: target.value })}
            />
          )}
        </Field>
        <Field label={assignmentTexts.howMandatory}>
          {(control) => (
            <select
              {...control}
              value={terms.mandatory ? 'yes' : 'no'}
              onChange={({ target }) => set({ mandatory: target.value === 'yes' })}
            >
              <option value="yes">{assignmentTexts.isMandatory}</option>
              <option value="no">{assignmentTexts.isRecommended}</option>
            </select>
          )}
        </Field>
        <Field label={assignmentTexts.joinDays} hint={assignmentTexts.joinHint}>
          {(control) => (
            <input
              {...control}
              type="number"
              min={1}
              max={3_650}
              value={terms.joinDays ?? ''}
              onChange={({ target }) => set({ joinDays: numberOf(target.value) })}
            />
          )}
        </Field>
        {!isGuide && (
          <Field label={assignmentTexts.renew} hint={assignmentTexts.renewHint}>
            {(control) => (
              <input
                {...control}
                type="number"
                min={1}
                max={120}
                value={terms.renewMonths ?? ''}
                onChange={({ target }) => set({ renewMonths: numberOf(target.value) })}
              />
            )}
          </Field>
        )}
      </div>
      <Switch
        label={assignmentTexts.countsBefore}
        checked={terms.countsBefore ?? true}
        onChange={(countsBefore) => set({ countsBefore })}
      />
    </>
  );
}
