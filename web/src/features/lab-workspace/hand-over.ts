import { LAB_FILE_LENGTH } from '@academy/contract/lab-channel';
import type { ChosenFile } from '@academy/lab-engine/action-runner';

/** Copies text to the clipboard. @returns false when the browser refuses */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Saves a text on the learner's device. */
export function downloadText(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/**
 * Lets the learner choose files of their device. Browsers allow it right after a click only.
 *
 * @returns null when they choose none, or the browser does not ask
 */
export function chooseFiles(several: boolean): Promise<readonly ChosenFile[] | null> {
  if (navigator.userActivation?.isActive === false) return Promise.resolve(null);
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = several;
  input.hidden = true;
  // Some browsers forget an input that is in no document.
  document.body.append(input);
  const chosen = new Promise<readonly File[] | null>((resolve) => {
    input.oncancel = () => resolve(null);
    input.onchange = () => resolve([...(input.files ?? [])]);
    input.click();
  });
  return chosen.then((files) => files && Promise.all(files.map(readFile))).finally(() => input.remove());
}

/** A file that is too large is not read. */
async function readFile(file: File): Promise<ChosenFile> {
  const { name, size: bytes } = file;
  if (bytes > LAB_FILE_LENGTH) return { name, bytes, text: null };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return { name, bytes, text: text.includes('\0') ? null : text };
  } catch {
    return { name, bytes, text: null };
  }
}
