import { MAX_PAGE_SIZE } from '@academy/contract/constants';
import { useId, useState } from 'react';
import { type GroupDetails, type GroupValues, useGroups } from '../../api/groups.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { actionTexts } from '../../ui/action-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import css from './group.module.css';
import { groupTexts } from './group-texts.ts';

interface GroupFormProps {
  title: string;
  /** Left out: a new one. */
  group?: GroupDetails;
  onSave: (values: GroupValues) => Promise<void>;
  onClose: () => void;
}

const FIELDS = ['name', 'parentGroupId'] as const;

/** Name and place of a group. */
export function GroupForm({ title, group, onSave, onClose }: GroupFormProps) {
  const formId = useId();
  const [name, setName] = useState(group?.name ?? '');
  const [parentGroupId, setParent] = useState(group?.parent?.groupId ?? '');
  const { form, problems, failure, isPending, submit } = useSubmit((field) => FIELDS.find((one) => one === field));
  const { data } = useGroups({ q: '', pageNumber: 0, pageSize: MAX_PAGE_SIZE });
  // Groups are nested once.
  const parents = (data?.content ?? []).filter(({ parent, groupId }) => parent === null && groupId !== group?.groupId);
  const hasParts = group !== undefined && group.parts.length > 0;

  const send = async () => {
    await onSave({ name, parentGroupId: parentGroupId === '' ? null : parentGroupId });
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
            {groupTexts.save}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} className={css.form} onSubmit={(event) => void submit(event, () => ({}), send)}>
        <Field label={groupTexts.name} problem={problems.name}>
          {(control) => (
            <input
              {...control}
              data-first
              required
              maxLength={200}
              autoComplete="off"
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        {!hasParts && (
          <Field label={groupTexts.partOf} problem={problems.parentGroupId}>
            {(control) => (
              <select {...control} value={parentGroupId} onChange={({ target }) => setParent(target.value)}>
                <option value="">{groupTexts.noParent}</option>
                {parents.map((one) => (
                  <option key={one.groupId} value={one.groupId}>
                    {one.name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        <div role="alert">{failure !== null && <p className={css.failure}>{failure}</p>}</div>
      </form>
    </Modal>
  );
}
