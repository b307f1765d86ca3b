import { type PublishedContent, useContentChanges, useContentUse } from '../../api/publishing-admin.ts';
import { Confirm } from '../../features/confirm/confirm.tsx';
import { showAlert } from '../../lib/dialogs.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { addToast } from '../../lib/toasts.ts';
import { kindOf } from './content-columns.tsx';
import { contentUseText } from './content-use-text.ts';

/** The action that an administrator has chosen for an item. */
export interface Taking {
  how: 'unpublish' | 'delete';
  item: PublishedContent;
}

/** Confirms unpublishing or deleting an item, and shows how learners use it. */
export function TakeContent({ taking, onClose }: { taking: Taking | null; onClose: () => void }) {
  const { unpublish, republish, remove } = useContentChanges();
  const use = useContentUse(taking?.item ?? null);
  if (taking === null) return null;
  const { how, item } = taking;
  const failed = (message: string) => showAlert({ type: 'danger', message: escapeHtml(message) });
  const take = async () => {
    if (how === 'delete') {
      await remove(item);
      addToast({ type: 'success', message: `${item.title} was deleted.` });
      return;
    }
    await unpublish(item);
    addToast({
      type: 'success',
      message: `${item.title} is a draft now.`,
      autoClose: true,
      action: { title: 'Undo', onSelect: () => void republish(item).catch(({ message }) => failed(message)) },
    });
  };
  return (
    <Confirm
      open
      title={how === 'delete' ? `Delete “${item.title}”?` : `Unpublish “${item.title}”?`}
      action={how === 'delete' ? 'Delete' : 'Unpublish'}
      isDangerous={how === 'delete'}
      onConfirm={take}
      onClose={onClose}
      onFailure={failed}
    >
      <p>
        {how === 'delete'
          ? `The ${kindOf(item).toLowerCase()} leaves the academy, this list and search at once.`
          : `The ${kindOf(item).toLowerCase()} becomes a draft: nobody can open it, and it leaves lists and search at once.`}
      </p>
      <p aria-live="polite">
        {use.data === undefined
          ? use.isError
            ? 'What learners have of it could not be counted.'
            : 'Counting what learners have of it.'
          : contentUseText(use.data)}
      </p>
      <p>
        Progress and certificates are kept.{' '}
        {how === 'delete'
          ? 'Only publishing its files again brings it back.'
          : 'You can publish it again here; publishing its files does so as well.'}
      </p>
    </Confirm>
  );
}
