import { MAX_PAGE_SIZE } from '@academy/contract/constants';
import { type FormEvent, useId, useState } from 'react';
import { reasonOf } from '../../api/call-error.ts';
import { type GroupDetails, type GroupValues, useGroups } from '../../api/groups.ts';
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

/** Name and place of a group. */
export function GroupForm({ title, group, onSave, onClose }: GroupFormProps) {
  const formId = useId();
  const [name, setName] = useState(group?.name ?? '');
  const [parentGroupId, setParent] = useState(group?.parent?.groupId ?? '');
  const [failure, setFailure] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const { data } = useGroups({ q: '', pageNumber: 0, pageSize: MAX_PAGE_SIZE });
  // Groups are nested once.
  const parents = (data?.content ?? []).filter(({ parent, groupId }) => parent === null && groupId !== group?.groupId);
  const hasParts = group !== undefined && group.parts.length > 0;

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    setPending(true);
    setFailure(null);
    try {
      await onSave({ name, parentGroupId: parentGroupId === '' ? null : parentGroupId });
      onClose();
    } catch (error) {
      setFailure(reasonOf(error));
      setPending(false);
    }
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
      <form id={formId} className={css.form} onSubmit={(event) => void onSubmit(event)}>
        <Field label={groupTexts.name}>
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
          <Field label={groupTexts.partOf}>
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
