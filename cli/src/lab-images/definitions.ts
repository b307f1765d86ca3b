import type { ImageDefinition } from './make-image.ts';

/** Images that can be made by their name alone. */
export const READY_IMAGES: Readonly<Record<string, ImageDefinition>> = {
  shell: {
    title: 'Shell and text tools',
    packages: ['bc', 'bzip2', 'gettext-base', 'patch', 'sqlite3', 'tree', 'xxd', 'zip', 'unzip', 'xz-utils', 'psmisc'],
  },
  git: { title: 'Git', packages: ['git', 'patch', 'tree'] },
  c: { title: 'C with make and gdb', packages: ['gcc', 'libc6-dev', 'make', 'gdb', 'git', 'patch'] },
  python: { title: 'Python 3', packages: ['python3', 'python3-venv', 'git', 'tree'] },
  sqlite: { title: 'SQLite', packages: ['sqlite3', 'tree'] },
  web: { title: 'A small web server', packages: ['python3', 'lighttpd', 'git'] },
};
