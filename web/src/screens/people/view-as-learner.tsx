import type { Person } from '../../api/people-admin.ts';
import { impersonate } from '../../api/view-as.ts';
import { Confirm } from '../../features/confirm/confirm.tsx';
import { showAlert } from '../../lib/dialogs.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { useTenant } from '../../lib/runtime.tsx';
import { nameOf } from './people-columns.tsx';
import { peopleTexts } from './people-texts.ts';

/** Confirms starting an impersonation. A failure is shown in the alert modal. */
export function ViewAsLearner({ person, onClose }: { person: Person | null; onClose: () => void }) {
  const { name: academy } = useTenant();
  if (person === null) return null;
  return (
    <Confirm
      open
      title={peopleTexts.viewAsTitle({ name: nameOf(person) })}
      action={peopleTexts.viewAs}
      onConfirm={() => impersonate(person)}
      onClose={onClose}
      onFailure={(message) => showAlert({ type: 'danger', message: escapeHtml(message) })}
    >
      <p>{peopleTexts.viewAsText({ academy, name: nameOf(person) })}</p>
      <p>{peopleTexts.viewAsNoted}</p>
    </Confirm>
  );
}
