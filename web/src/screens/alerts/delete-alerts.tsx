import { useEffect, useState } from 'react';
import { type Alert, useAlertChanges } from '../../api/alerts-admin.ts';
import { isNotFound, reasonOf } from '../../api/call-error.ts';
import { textOf } from '../../lib/plain-text.ts';
import { addToast } from '../../lib/toasts.ts';
import { DeleteModal } from '../../ui/delete-modal.tsx';
import { alertListTexts } from './alert-list-texts.ts';

interface DeleteAlertsProps {
  /** All of one academy. None: the dialog is closed. */
  alerts: readonly Alert[];
  onClose: () => void;
  /** They are deleted, by this dialog or by another administrator. */
  onDeleted: () => void;
}

/** Asks before alerts are deleted, and offers to restore them afterwards. */
export function DeleteAlerts({ alerts, onClose, onDeleted }: DeleteAlertsProps) {
  const { remove, restore } = useAlertChanges();
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const count = alerts.length;
  useEffect(() => {
    if (alerts.length > 0) setFailure(null);
  }, [alerts]);

  const bringBack = async (tenantId: string, ids: readonly string[]) => {
    try {
      await restore(tenantId, ids);
      addToast({ type: 'success', message: alertListTexts.broughtBack({ count: ids.length }) });
    } catch (error) {
      addToast({ message: alertListTexts.notBroughtBack({ reason: reasonOf(error) }) });
    }
  };
  const onConfirm = async () => {
    const [first] = alerts;
    if (first === undefined) return;
    const ids = alerts.map(({ id }) => id);
    setPending(true);
    setFailure(null);
    try {
      await remove(first.tenantId, ids);
      addToast({
        type: 'success',
        message: alertListTexts.deleted({ count: ids.length }),
        autoClose: true,
        action: { title: alertListTexts.undo, onSelect: () => void bringBack(first.tenantId, ids) },
      });
      onDeleted();
    } catch (error) {
      setFailure(isNotFound(error) ? alertListTexts.alreadyDeleted : reasonOf(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <DeleteModal
      open={alerts.length > 0}
      title={alertListTexts.deleteTitle({ count })}
      action={alertListTexts.deleteAction({ count })}
      names={alerts.map(({ id, message }) => (
        <li key={id} dir="auto">
          {textOf(message)}
        </li>
      ))}
      isPending={isPending}
      failure={failure}
      onClose={onClose}
      onDelete={() => void onConfirm()}
    >
      <p>{alertListTexts.deleteText({ count })}</p>
    </DeleteModal>
  );
}
