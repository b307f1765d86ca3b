/** What a command of VS Code means in the editor of a lab. */
export type EditorCommand = 'saved' | 'files' | 'terminal' | 'closed';

/**
 * Commands of VS Code that labs of the academy have something for; others belong to VS Code and its extensions. Files are
 * saved as they are typed.
 */
export const EDITOR_COMMANDS: Readonly<Record<string, EditorCommand>> = {
  'workbench.action.files.save': 'saved',
  'workbench.action.files.saveAll': 'saved',
  'workbench.view.explorer': 'files',
  'workbench.explorer.fileView.focus': 'files',
  'workbench.files.action.focusFilesExplorer': 'files',
  'workbench.action.focusActiveEditorGroup': 'files',
  'workbench.action.terminal.new': 'terminal',
  'workbench.action.terminal.focus': 'terminal',
  'workbench.action.terminal.toggleTerminal': 'terminal',
  'workbench.action.closeActiveEditor': 'closed',
  'workbench.action.closeAllEditors': 'closed',
};

/** Null for a command that no lab of the academy has something for. */
export const editorCommand = (name: string): EditorCommand | null =>
  Object.hasOwn(EDITOR_COMMANDS, name) ? (EDITOR_COMMANDS[name] ?? null) : null;
