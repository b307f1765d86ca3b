import { useId, useState } from 'react';
import { type Person, useRights } from '../../api/people-admin.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { addToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { dayOf, endMomentOf, startMomentOf, yearLater } from './membership-days.ts';
import css from './people.module.css';
import { membershipText, nameOf } from './people-columns.tsx';
import { peopleTexts } from './people-texts.ts';

/** Grants, extends or ends Pro membership. */
export function ChangeMembership({ person, onClose }: { person: Person | null; onClose: () => void }) {
  return person === null ? null : <MembershipForm key={person.userId} person={person} onClose={onClose} />;
}

const FIELDS = ['startsAt', 'endsAt'] as const;

function MembershipForm({ person, onClose }: { person: Person; onClose: () => void }) {
  const { setMembership } = useRights();
  const { membership: before } = person;
  const [from, setFrom] = useState(() => dayOf(before === null ? new Date() : new Date(before.startsAt)));
  const [until, setUntil] = useState(() =>
    before === null ? yearLater(dayOf(new Date())) : dayOf(new Date(before.endsAt)),
  );
  const { form, problems, failure, isPending, submit } = useSubmit((field) => FIELDS.find((one) => one === field));
  const id = useId();
  const name = nameOf(person);

  const change = async (membership: Person['membership'], done: string) => {
    await setMembership(person, membership);
    const undo = () => void setMembership(person, before).catch((error: Error) => addToast({ message: error.message }));
    addToast({ type: 'success', message: done, autoClose: true, action: { title: peopleTexts.undo, onSelect: undo } });
    onClose();
  };
  const check = () => ({
    ...(from === '' ? { startsAt: peopleTexts.chooseFirstDay } : {}),
    ...(until === '' ? { endsAt: peopleTexts.chooseLastDay } : until < from ? { endsAt: peopleTexts.daysMixedUp } : {}),
  });
  const save = () => {
    // An unedited day keeps its exact time.
    const startsAt =
      before !== null && dayOf(new Date(before.startsAt)) === from ? before.startsAt : startMomentOf(from);
    const endsAt = before !== null && dayOf(new Date(before.endsAt)) === until ? before.endsAt : endMomentOf(until);
    return change({ startsAt, endsAt }, peopleTexts.membershipSaved({ name, until }));
  };
  const noCheck = () => ({});
  const end = () => change(null, peopleTexts.membershipEnded({ name }));
  return (
    <Modal
      open
      title={peopleTexts.membershipTitle({ name })}
      onClose={onClose}
      closable={!isPending}
      actions={
        <>
          <Button disabled={isPending} onClick={onClose}>
            {peopleTexts.cancel}
          </Button>
          {before !== null && (
            <Button disabled={isPending} onClick={(event) => void submit(event, noCheck, end)}>
              {peopleTexts.endMembership}
            </Button>
          )}
          <Button type="submit" form={id} look="primary" disabled={isPending}>
            {isPending
              ? peopleTexts.oneMoment
              : before === null
                ? peopleTexts.grantMembership
                : peopleTexts.saveMembership}
          </Button>
        </>
      }
    >
      <form id={id} ref={form} className={css.form} noValidate onSubmit={(event) => void submit(event, check, save)}>
        <p>{before === null ? peopleTexts.notPro : peopleTexts.now({ membership: membershipText(person) })}</p>
        <div className={css.days}>
          <Field label={peopleTexts.firstDay} hint={peopleTexts.firstDayHint} problem={problems.startsAt}>
            {(control) => <DateInput {...control} data-first value={from} onChange={setFrom} />}
          </Field>
          <Field label={peopleTexts.lastDay} hint={peopleTexts.lastDayHint} problem={problems.endsAt}>
            {(control) => <DateInput {...control} value={until} onChange={setUntil} />}
          </Field>
        </div>
        <Button disabled={until === ''} onClick={() => setUntil(yearLater(until))}>
          {peopleTexts.oneYearLonger}
        </Button>
        <div role="alert">
          {failure !== null && <p className={css.failure}>{peopleTexts.notChanged({ failure })}</p>}
        </div>
      </form>
    </Modal>
  );
}
