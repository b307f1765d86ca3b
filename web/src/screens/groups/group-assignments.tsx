import { useState } from 'react';
import { type Assignment, useAssignmentChanges, useAssignments } from '../../api/assignments-admin.ts';
import type { GroupDetails } from '../../api/groups.ts';
import { Confirm } from '../../features/confirm/confirm.tsx';
import { showAlert } from '../../lib/dialogs.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { utcDayText } from '../../lib/moments.ts';
import { addToast } from '../../lib/toasts.ts';
import { useAdminHref } from '../../navigation/admin-href.ts';
import { adminUrls } from '../../navigation/admin-urls.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { AssignmentForm } from './assignment-form.tsx';
import { assignmentTexts } from './assignment-texts.ts';
import css from './group.module.css';
import { Touched } from './touched.tsx';

type Open = { is: 'new' } | { is: 'change' | 'end'; assignment: Assignment };

/** What is assigned to a group, and buttons that assign, change and end. */
export function GroupAssignments({ group }: { group: GroupDetails }) {
  const { groupId, name } = group;
  const { data } = useAssignments({ groupId, pageNumber: 0 });
  const { create, update, end } = useAssignmentChanges();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <section className={css.facts} aria-labelledby="assignments">
      <h2 id="assignments">{assignmentTexts.title}</h2>
      <p className={css.muted}>{assignmentTexts.intro}</p>
      {data !== undefined && data.content.length === 0 && <p>{assignmentTexts.none}</p>}
      {data !== undefined && data.content.length > 0 && (
        <ul className={css.assignments}>
          {data.content.map((assignment) => (
            <AssignmentRow key={assignment.assignmentId} assignment={assignment} groupId={groupId} onOpen={setOpen} />
          ))}
        </ul>
      )}
      <div>
        <Button onClick={() => setOpen({ is: 'new' })}>{assignmentTexts.assign}</Button>
      </div>
      {open?.is === 'new' && (
        <AssignmentForm
          title={assignmentTexts.assignTitle({ name })}
          onClose={close}
          onSave={async (item, terms) => {
            const people = await create({ to: { groupId }, ...item, ...terms });
            addToast({ type: 'success', message: assignmentTexts.assigned({ people }), autoClose: true });
          }}
        />
      )}
      {open?.is === 'change' && (
        <AssignmentForm
          title={assignmentTexts.changeTitle({ title: open.assignment.title })}
          assignment={open.assignment}
          onClose={close}
          onSave={async (_item, terms) => {
            await update(open.assignment.assignmentId, terms);
            addToast({ type: 'success', message: assignmentTexts.changed, autoClose: true });
          }}
        />
      )}
      {open?.is === 'end' && (
        <Confirm
          open
          title={assignmentTexts.endTitle({ title: open.assignment.title })}
          action={assignmentTexts.end}
          isDangerous
          onConfirm={async () => {
            await end(open.assignment.assignmentId);
            addToast({ type: 'success', message: assignmentTexts.ended, autoClose: true });
          }}
          onClose={close}
          onFailure={(message) => showAlert({ type: 'danger', message: escapeHtml(message) })}
        >
          <p>{assignmentTexts.endText}</p>
          <Touched assignmentId={open.assignment.assignmentId} />
        </Confirm>
      )}
    </section>
  );
}

interface AssignmentRowProps {
  assignment: Assignment;
  groupId: string;
  onOpen: (open: Open) => void;
}

function AssignmentRow({ assignment, groupId, onOpen }: AssignmentRowProps) {
  const hrefOf = useAdminHref();
  const { assignmentId, title, kind, path, mandatory, dueOn, zone, renewMonths, group, mayChange } = assignment;
  const facts = [
    assignmentTexts[kind],
    mandatory ? assignmentTexts.mandatory : assignmentTexts.recommended,
    dueOn === null ? assignmentTexts.noDue : `${assignmentTexts.due}: ${utcDayText(dueOn)} (${zone})`,
    ...(renewMonths === null ? [] : [assignmentTexts.renewed({ months: renewMonths })]),
    ...(path === null ? [assignmentTexts.gone] : []),
    ...(group === null || group.groupId === groupId ? [] : [assignmentTexts.ofGroup({ name: group.name })]),
  ];
  return (
    <li>
      <div>
        <h3 dir="auto">{title}</h3>
        <p className={css.muted}>{facts.join(' · ')}</p>
      </div>
      <div className={css.buttons}>
        <LinkButton
          href={hrefOf(adminUrls.groupProgress(groupId, assignmentId))}
          aria-label={assignmentTexts.progressOf({ title })}
        >
          {assignmentTexts.progress}
        </LinkButton>
        {mayChange && (
          <>
            <Button
              aria-label={assignmentTexts.changeOf({ title })}
              onClick={() => onOpen({ is: 'change', assignment })}
            >
              {assignmentTexts.change}
            </Button>
            <Button aria-label={assignmentTexts.endOf({ title })} onClick={() => onOpen({ is: 'end', assignment })}>
              {assignmentTexts.end}
            </Button>
          </>
        )}
      </div>
    </li>
  );
}
