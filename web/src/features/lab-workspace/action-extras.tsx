import type { LabAction } from '@academy/contract/labs';
import { homePath, type LabFile } from '@academy/lab-engine/engine-protocol';
import css from './action-extras.module.css';
import { labWorkspaceTexts } from './lab-workspace-texts.ts';

/** Longest text of a file that is shown inside the instructions, characters. */
const MAX_SHOWN = 20_000;

/** The file of an action that asks for a preview of it. */
export function ActionExtras({ action, files }: { action: LabAction; files: readonly LabFile[] }) {
  const { preview, path } = action.settings;
  if (!action.known || preview !== true || typeof path !== 'string') return null;
  const text = files.find((file) => file.path === homePath(path))?.text;
  if (text === undefined) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long file is scrolled by the keyboard, too
    <section className={css.preview} aria-label={labWorkspaceTexts.preview({ path })} tabIndex={0}>
      <pre>{text.slice(0, MAX_SHOWN)}</pre>
    </section>
  );
}
