import type { LabAction } from '@academy/contract/labs';
import { labWorkspaceTexts } from './lab-workspace-texts.ts';

const isVerb = (name: string): name is keyof typeof VERBS => Object.hasOwn(VERBS, name);

/** Label of the button of an action. */
export function verbOf({ name }: LabAction): string {
  if (isVerb(name)) return labWorkspaceTexts[VERBS[name]];
  if (name.startsWith('terminal:')) return labWorkspaceTexts.run;
  return name.startsWith('editor:') ? labWorkspaceTexts.changeFile : labWorkspaceTexts.doIt;
}

/** Whether what an action does is seen in the terminals, the editor or the tabs, and not beside its button. */
export function isShownInTools(action: LabAction | undefined): boolean {
  return action?.known === true && /^(terminal|editor|dashboard):(?!open-url)/.test(action.name);
}

/** Keys of the labels of buttons. */
const VERBS = {
  'terminal:execute': 'run',
  'terminal:execute-all': 'runInAll',
  'terminal:input': 'typeIt',
  'terminal:interrupt': 'interrupt',
  'terminal:interrupt-all': 'interruptAll',
  'terminal:clear': 'clear',
  'terminal:clear-all': 'clearAll',
  'terminal:select': 'goToTerminal',
  'workshop:copy': 'copy',
  'workshop:copy-and-edit': 'copy',
  'dashboard:open-dashboard': 'show',
  'dashboard:create-dashboard': 'open',
  'dashboard:reload-dashboard': 'reload',
  'dashboard:delete-dashboard': 'close',
  'dashboard:open-url': 'open',
  'editor:open-file': 'openFile',
  'editor:select-matching-text': 'showPlace',
  'editor:replace-text-selection': 'replace',
  'editor:replace-matching-text': 'replace',
  'editor:select-lines-in-range': 'showPlace',
  'editor:select-yaml-path': 'showPlace',
  'editor:delete-text-selection': 'deleteText',
  'editor:delete-lines-in-range': 'deleteText',
  'editor:delete-matching-lines': 'deleteText',
  'editor:replace-lines-in-range': 'replace',
  'editor:append-lines-to-file': 'addLines',
  'editor:prepend-lines-to-file': 'addLines',
  'editor:insert-lines-before-line': 'insertLines',
  'editor:append-lines-after-line': 'insertLines',
  'editor:insert-lines-after-line': 'insertLines',
  'editor:append-lines-after-match': 'insertLines',
  'editor:insert-lines-before-match': 'insertLines',
  'editor:insert-lines-before-selection': 'insertLines',
  'editor:append-lines-after-selection': 'insertLines',
  'editor:copy-file': 'copyFile',
  'editor:rename-file': 'renameFile',
  'editor:close-file': 'close',
  'editor:delete-file': 'deleteFile',
  'editor:open-terminal': 'goToTerminal',
  'editor:close-terminal': 'close',
  'editor:send-to-terminal': 'typeIt',
  'editor:interrupt-terminal': 'interrupt',
  'editor:clear-terminal': 'clear',
  'editor:execute-command': 'doIt',
  'editor:create-file': 'createFile',
  'editor:create-directory': 'createFolder',
  'examiner:execute-test': 'checkWork',
  'files:copy-file': 'copy',
  'files:download-file': 'download',
  'files:upload-file': 'upload',
  'files:upload-files': 'uploadSeveral',
  'section:heading': 'markDone',
} as const;
