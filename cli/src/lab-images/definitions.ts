import type { ImageDefinition } from './make-image.ts';

/** Megabytes: a machine at its prompt uses 50 of them, and the tab of the learner holds all that it has used once. */
const SMALL = 160;
const MIDDLE = 192;

/** Images that can be made by their name alone. */
export const READY_IMAGES: Readonly<Record<string, ImageDefinition>> = {
  shell: {
    title: 'Shell and text tools',
    packages: ['bc', 'bzip2', 'gettext-base', 'patch', 'sqlite3', 'tree', 'xxd', 'zip', 'unzip', 'xz-utils', 'psmisc'],
    memory: SMALL,
  },
  git: { title: 'Git', packages: ['git', 'patch', 'tree'], memory: SMALL },
  c: { title: 'C with make and gdb', packages: ['gcc', 'libc6-dev', 'make', 'gdb', 'git', 'patch'], memory: MIDDLE },
  python: { title: 'Python 3', packages: ['python3', 'python3-venv', 'git', 'tree'], memory: MIDDLE },
  sqlite: { title: 'SQLite', packages: ['sqlite3', 'tree'], memory: SMALL },
  web: { title: 'A small web server', packages: ['python3', 'lighttpd', 'git'], memory: MIDDLE },
};
