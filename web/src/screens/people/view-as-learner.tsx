import type { Person } from '../../api/people-admin.ts';
import { impersonate } from '../../api/view-as.ts';
import { Confirm } from '../../features/confirm/confirm.tsx';
import { showAlert } from '../../lib/dialogs.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { useTenant } from '../../lib/runtime.tsx';
import { nameOf } from './people-columns.tsx';

/** Confirms starting an impersonation. A failure is shown in the alert modal. */
export function ViewAsLearner({ person, onClose }: { person: Person | null; onClose: () => void }) {
  const { name: academy } = useTenant();
  if (person === null) return null;
  return (
    <Confirm
      open
      title={`View as ${nameOf(person)}?`}
      action="View as this learner"
      onConfirm={() => impersonate(person)}
      onClose={onClose}
      onFailure={(message) => showAlert({ type: 'danger', message: escapeHtml(message) })}
    >
      <p>
        For 30 minutes this tab shows {academy} Academy as {nameOf(person)} sees it. You can read and change nothing,
        and nobody’s progress changes by it.
      </p>
      <p>Start and end are noted in the audit, with your name.</p>
    </Confirm>
  );
}
