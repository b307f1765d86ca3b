import { type Person, useRights } from '../../api/people-admin.ts';
import { Confirm } from '../../features/confirm/confirm.tsx';
import { showAlert } from '../../lib/dialogs.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { addToast } from '../../lib/toasts.ts';
import { nameOf } from './people-columns.tsx';

/** Confirms granting or removing the administrator's role. A failure is shown in the alert modal. */
export function ToggleAdmin({ person, onClose }: { person: Person | null; onClose: () => void }) {
  const { setAdmin } = useRights();
  if (person === null) return null;
  const { isAdmin } = person;
  const name = nameOf(person);
  const failed = (message: string) => showAlert({ type: 'danger', message: escapeHtml(message) });
  const change = async () => {
    await setAdmin(person, !isAdmin);
    addToast({
      type: 'success',
      message: isAdmin ? `${name} is no longer an administrator.` : `${name} is an administrator now.`,
      autoClose: true,
      action: { title: 'Undo', onSelect: () => void setAdmin(person, isAdmin).catch(({ message }) => failed(message)) },
    });
  };
  return (
    <Confirm
      open
      title={isAdmin ? `End the role of ${name}?` : `Make ${name} an administrator?`}
      action={isAdmin ? 'End the role' : 'Make administrator'}
      onConfirm={change}
      onClose={onClose}
      onFailure={failed}
    >
      <p>
        {isAdmin
          ? 'The administration closes at once for this person, and access tokens lose what needs an administrator.'
          : 'Administrators see everybody, and change rights, alerts, certificates and tokens in all academies.'}
      </p>
      <p>The other administrators are told by mail.</p>
    </Confirm>
  );
}
