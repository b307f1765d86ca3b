import { type Person, useRights } from '../../api/people-admin.ts';
import { Confirm } from '../../features/confirm/confirm.tsx';
import { showAlert } from '../../lib/dialogs.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { addToast } from '../../lib/toasts.ts';
import { nameOf } from './people-columns.tsx';
import { peopleTexts } from './people-texts.ts';

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
      message: isAdmin ? peopleTexts.roleEnded({ name }) : peopleTexts.roleGiven({ name }),
      autoClose: true,
      action: {
        title: peopleTexts.undo,
        onSelect: () => void setAdmin(person, isAdmin).catch(({ message }) => failed(message)),
      },
    });
  };
  return (
    <Confirm
      open
      title={isAdmin ? peopleTexts.endRoleTitle({ name }) : peopleTexts.makeAdminTitle({ name })}
      action={isAdmin ? peopleTexts.endRole : peopleTexts.makeAdmin}
      onConfirm={change}
      onClose={onClose}
      onFailure={failed}
    >
      <p>{isAdmin ? peopleTexts.endRoleText : peopleTexts.makeAdminText}</p>
      <p>{peopleTexts.othersNotified}</p>
    </Confirm>
  );
}
