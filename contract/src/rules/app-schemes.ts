/**
 * Schemes of links in content that a program on the reader's machine opens: programs that ask before they act. No scheme
 * of a system's own tools is among them: those act at once, on whatever the address says.
 */
export const APP_SCHEMES: readonly string[] = [
  ...['tel', 'sms', 'xmpp', 'irc', 'ircs', 'webcal', 'geo'],
  ...['ssh', 'sftp', 'ftp', 'ftps', 'git', 'git+ssh'],
  ...['vscode', 'vscode-insiders', 'vscodium', 'cursor', 'zed', 'jetbrains', 'idea'],
];
