import { useState } from 'react';
import { isNotFound } from '../../api/call-error.ts';
import { type GroupDetails, useGroup, useGroupChanges } from '../../api/groups.ts';
import { Confirm } from '../../features/confirm/confirm.tsx';
import { showAlert } from '../../lib/dialogs.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { addToast } from '../../lib/toasts.ts';
import { useAdminHref } from '../../navigation/admin-href.ts';
import { adminUrls } from '../../navigation/admin-urls.ts';
import { navigate } from '../../navigation/location.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import css from './group.module.css';
import { GroupAssignments } from './group-assignments.tsx';
import { GroupForm } from './group-form.tsx';
import { GroupMembers } from './group-members.tsx';
import { groupTexts } from './group-texts.ts';

/** One group: what it is, its parts, its people. */
export function GroupPage({ groupId }: { groupId: string }) {
  const { data, error, refetch } = useGroup(groupId);
  const hrefOf = useAdminHref();
  if (data !== undefined) return <Found group={data} />;
  if (error === null) return <Spinner label={groupTexts.loading} />;
  return (
    <div role="alert" className={css.facts}>
      <p>{isNotFound(error) ? groupTexts.missing : groupTexts.failed({ message: error.message })}</p>
      <div>
        {isNotFound(error) ? (
          <LinkButton href={hrefOf(adminUrls.groups())}>{groupTexts.all}</LinkButton>
        ) : (
          <Button onClick={() => void refetch()}>{groupTexts.tryAgain}</Button>
        )}
      </div>
    </div>
  );
}

function Found({ group }: { group: GroupDetails }) {
  const hrefOf = useAdminHref();
  const { update, remove } = useGroupChanges();
  const [open, setOpen] = useState<'change' | 'delete' | null>(null);
  const { groupId, name, parent, directory, parts, mayChange } = group;
  return (
    <div className={css.group}>
      <section className={css.facts}>
        <h2 dir="auto">{name}</h2>
        <p className={css.muted}>
          {groupTexts.countedPeople({ count: group.members })}
          {` · ${groupTexts.keptBy}: ${directory ?? groupTexts.here}`}
        </p>
        {parent !== null && (
          <p>
            {groupTexts.partOf}: <a href={hrefOf(adminUrls.group(parent.groupId))}>{parent.name}</a>
          </p>
        )}
        {parts.length > 0 && (
          <p>
            {groupTexts.parts}:{' '}
            {parts.map((part, at) => (
              <span key={part.groupId}>
                {at > 0 && ', '}
                <a href={hrefOf(adminUrls.group(part.groupId))}>{part.name}</a>
              </span>
            ))}
          </p>
        )}
        {mayChange && (
          <div className={css.buttons}>
            <Button onClick={() => setOpen('change')}>{groupTexts.change}</Button>
            <Button onClick={() => setOpen('delete')}>{groupTexts.delete}</Button>
          </div>
        )}
      </section>
      <GroupAssignments key={`assignments ${groupId}`} group={group} />
      <GroupMembers key={groupId} group={group} />
      {open === 'change' && (
        <GroupForm
          title={groupTexts.changeTitle}
          group={group}
          onClose={() => setOpen(null)}
          onSave={async (values) => {
            await update(groupId, values);
            addToast({ type: 'success', message: groupTexts.changed, autoClose: true });
          }}
        />
      )}
      <Confirm
        open={open === 'delete'}
        title={groupTexts.deleteTitle({ name })}
        action={groupTexts.delete}
        isDangerous
        onConfirm={async () => {
          await remove(groupId);
          addToast({ type: 'success', message: groupTexts.deleted, autoClose: true });
          navigate(hrefOf(adminUrls.groups()));
        }}
        onClose={() => setOpen(null)}
        onFailure={(message) => showAlert({ type: 'danger', message: escapeHtml(message) })}
      >
        <p>{groupTexts.deleteText}</p>
      </Confirm>
    </div>
  );
}
