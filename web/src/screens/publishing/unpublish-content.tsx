import { type PublishedContent, useContentChanges, useContentUse } from '../../api/publishing-admin.ts';
import { Confirm } from '../../features/confirm/confirm.tsx';
import { showAlert } from '../../lib/dialogs.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { addToast } from '../../lib/toasts.ts';
import { contentUseText } from './content-use-text.ts';
import { publishingTexts } from './publishing-texts.ts';

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
      addToast({ type: 'success', message: publishingTexts.deleted({ title: item.title }) });
      return;
    }
    await unpublish(item);
    addToast({
      type: 'success',
      message: publishingTexts.isDraft({ title: item.title }),
      autoClose: true,
      action: {
        title: publishingTexts.undo,
        onSelect: () => void republish(item).catch(({ message }) => failed(message)),
      },
    });
  };
  return (
    <Confirm
      open
      title={
        how === 'delete'
          ? publishingTexts.deleteTitle({ title: item.title })
          : publishingTexts.unpublishTitle({ title: item.title })
      }
      action={how === 'delete' ? 'Delete' : 'Unpublish'}
      isDangerous={how === 'delete'}
      onConfirm={take}
      onClose={onClose}
      onFailure={failed}
    >
      <p>{how === 'delete' ? publishingTexts.deleteText : publishingTexts.unpublishText}</p>
      <p aria-live="polite">
        {use.data === undefined
          ? use.isError
            ? publishingTexts.useFailed
            : publishingTexts.countingUse
          : contentUseText(use.data)}
      </p>
      <p>{how === 'delete' ? publishingTexts.deleteKeeps : publishingTexts.unpublishKeeps}</p>
    </Confirm>
  );
}
