import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PreviewContent } from './preview-content.ts';
import { watchFolder } from './watch-folder.ts';

/** The preview's watcher and its content, on a real folder: what is saved must be what is built. */

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const LESSON = 'course/01-lesson-hello/content.md';

function write(folder: string, file: string, content: string | object): void {
  const place = join(folder, file);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, typeof content === 'string' ? content : JSON.stringify(content));
}

function aLesson(folder: string, name: string, text: string): void {
  const slug = name.replace(/^\d+-lesson-/, '');
  const json = { id: `spring-shown-${slug}`, slug, title: slug, status: 'live', type: 'article', duration: 60 };
  write(folder, `course/${name}/lesson.json`, json);
  write(folder, `course/${name}/content.md`, text);
}

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'academy-watch-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  const course = { id: 'spring-shown', slug: 'shown', title: 'Shown', status: 'live', order: 1, level: 'beginner' };
  write(folder, 'course/course.json', course);
  aLesson(folder, '01-lesson-hello', 'Text 0.\n');
  return folder;
}

/** The folder as the preview sees it. */
async function watched(folder: string, during: () => void = () => undefined) {
  const content = new PreviewContent({ folder, tenantId: null, tenants: ['spring'], tenantOfFolder: () => null });
  const log: string[] = [];
  const watching = await watchFolder(
    folder,
    async (changed) => {
      const refreshed = content.refresh(changed);
      during();
      const { rebuilt } = await refreshed;
      if (changed !== undefined) log.push(...rebuilt.map(({ loaded }) => loaded.item?.id ?? ''));
    },
    (line) => log.push(line),
  );
  cleanups.push(() => watching.close());
  const text = () => JSON.stringify(content.items.map(({ built }) => built));
  return {
    log,
    text,
    /** Waits until the built content contains the words, or no longer does. */
    async shows(words: string, there = true) {
      await vi.waitFor(() => expect(text().includes(words), `"${words}" in ${text()}`).toBe(there), 10_000);
    },
  };
}

function git(folder: string, ...args: string[]): void {
  const identity = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', '-c', 'commit.gpgsign=false'];
  execFileSync('git', [...identity, ...args], { cwd: folder, stdio: 'pipe' });
}

/** Ways in which editors and tools save a file. */
const WAYS: Record<string, (file: string, text: string) => void> = {
  'writing in place': writeFileSync,
  'moving a new file over it': (file, text) => {
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  },
  'sed -i': (file, text) => execFileSync('sed', ['-i', `s/.*/${text.trim()}/`, file]),
  'renaming the old file away and writing a new one': (file, text) => {
    renameSync(file, `${file}~`);
    writeFileSync(file, text);
    rmSync(`${file}~`);
  },
  'deleting it and writing it anew': (file, text) => {
    rmSync(file);
    writeFileSync(file, text);
  },
  'a temporary file in a hidden folder': (file, text) => {
    const hidden = join(dirname(file), '.saving');
    mkdirSync(hidden);
    writeFileSync(join(hidden, 'text'), text);
    renameSync(join(hidden, 'text'), file);
    rmSync(hidden, { recursive: true });
  },
};

describe('the preview shows each save', () => {
  it.each(Object.entries(WAYS))('by %s, three times in a row', async (_name, save) => {
    const folder = aFolder();
    const { shows, log } = await watched(folder);
    for (const number of [1, 2, 3]) {
      save(join(folder, LESSON), `Text ${number}.\n`);
      await shows(`Text ${number}.`);
    }
    expect(new Set(log)).toEqual(new Set(['spring-shown']));
  });

  it('by git checkout of another branch and back', async () => {
    const folder = aFolder();
    git(folder, 'init', '-q', '-b', 'main');
    git(folder, 'add', '-A');
    git(folder, 'commit', '-qm', 'One');
    git(folder, 'checkout', '-qb', 'other');
    write(folder, LESSON, 'Text of the other branch.\n');
    aLesson(folder, '02-lesson-more', 'Only on the other branch.\n');
    git(folder, 'add', '-A');
    git(folder, 'commit', '-qm', 'Two');
    const { shows } = await watched(folder);
    await shows('Only on the other branch.');
    for (const _turn of [1, 2]) {
      git(folder, 'checkout', '-q', 'main');
      await shows('Text 0.');
      await shows('Only on the other branch.', false);
      git(folder, 'checkout', '-q', 'other');
      await shows('Text of the other branch.');
      await shows('Only on the other branch.');
    }
  });

  it('in a new folder, in a renamed folder, and of a removed folder', async () => {
    const folder = aFolder();
    const { shows } = await watched(folder);
    aLesson(folder, '02-lesson-new', 'In a new folder.\n');
    await shows('In a new folder.');
    renameSync(join(folder, 'course/02-lesson-new'), join(folder, 'course/03-lesson-renamed'));
    await shows('In a new folder.');
    write(folder, 'course/03-lesson-renamed/content.md', 'In a renamed folder.\n');
    await shows('In a renamed folder.');
    rmSync(join(folder, 'course/03-lesson-renamed'), { recursive: true });
    await shows('In a renamed folder.', false);
    renameSync(join(folder, 'course'), join(folder, 'moved'));
    write(folder, 'moved/01-lesson-hello/content.md', 'In a moved course.\n');
    await shows('In a moved course.');
  });

  it('in a folder that was deleted and made anew', async () => {
    const folder = aFolder();
    const { shows } = await watched(folder);
    for (const number of [1, 2, 3]) {
      rmSync(join(folder, 'course/01-lesson-hello'), { recursive: true });
      aLesson(folder, '01-lesson-hello', `Anew ${number}.\n`);
      await shows(`Anew ${number}.`);
      write(folder, LESSON, `Saved ${number}.\n`);
      await shows(`Saved ${number}.`);
    }
  });

  it('in a folder that a symbolic link leads to', async () => {
    const folder = aFolder();
    const link = `${folder}-link`;
    symlinkSync(folder, link);
    cleanups.push(() => rmSync(link));
    const { shows } = await watched(link);
    for (const number of [1, 2]) {
      WAYS['moving a new file over it']?.(join(folder, LESSON), `Text ${number}.\n`);
      await shows(`Text ${number}.`);
    }
  });

  it('of many files at once', async () => {
    const folder = aFolder();
    const names = Array.from({ length: 60 }, (_, at) => `${String(at + 2).padStart(2, '0')}-lesson-n${at}`);
    for (const name of names) aLesson(folder, name, 'Old.\n');
    const { shows, text } = await watched(folder);
    for (const name of names)
      WAYS['moving a new file over it']?.(join(folder, `course/${name}/content.md`), `New ${name}.\n`);
    for (const name of names) await shows(`New ${name}.`);
    expect(text()).not.toContain('Old.');
    for (const name of names) write(folder, `course/${name}/content.md`, `Newer ${name}.\n`);
    for (const name of names) await shows(`Newer ${name}.`);
  });

  it('while the save before is still being built', async () => {
    const folder = aFolder();
    let saves = 1;
    const { shows } = await watched(folder, () => {
      if (saves < 8) write(folder, LESSON, `Text ${++saves}.\n`);
    });
    write(folder, LESSON, 'Text 1.\n');
    await shows('Text 8.');
  });

  it('after the whole folder was gone for a moment', async () => {
    const folder = aFolder();
    const { shows } = await watched(folder);
    renameSync(folder, `${folder}-away`);
    cleanups.push(() => rmSync(`${folder}-away`, { recursive: true, force: true }));
    await new Promise((done) => setImmediate(done));
    renameSync(`${folder}-away`, folder);
    WAYS['moving a new file over it']?.(join(folder, LESSON), 'Back again.\n');
    await shows('Back again.');
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    write(folder, 'guide/guide.json', {
      id: 'spring-anew',
      slug: 'anew',
      title: 'Anew',
      type: 'article',
      status: 'live',
    });
    write(folder, 'guide/content.md', 'Made anew.\n');
    await shows('Made anew.');
  });

  it('in a file that a text includes', async () => {
    const folder = aFolder();
    write(folder, 'course/01-lesson-hello/code/Main.java', 'class One {}\n');
    write(folder, LESSON, '```file="code/Main.java"\n```\n');
    const { shows } = await watched(folder);
    await shows('One');
    write(folder, 'course/01-lesson-hello/code/Main.java', 'class Two {}\n');
    await shows('Two');
  });

  it('with pictures of its own repository, under whatever address', async () => {
    const folder = aFolder();
    write(folder, 'images/dot.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const raw = 'https://raw.githubusercontent.com/ann/tea/main/images/dot.svg';
    write(folder, LESSON, `![One](${raw})\n\n![Two](../../images/dot.svg)\n`);
    git(folder, 'init', '-q');
    git(folder, 'remote', 'add', 'origin', 'https://github.com/ann/tea.git');
    const { text } = await watched(folder);
    expect(text().match(/assets\/content\/[0-9a-f]{64}\.svg/g)).toHaveLength(2);
  });

  it('and rebuilds nothing for unchanged files and files that no item reads', async () => {
    const folder = aFolder();
    write(folder, 'guide/guide.json', { id: 'spring-g', slug: 'g', title: 'G', type: 'article', status: 'live' });
    write(folder, 'guide/content.md', 'A guide.\n');
    const { shows, log } = await watched(folder);
    write(folder, 'notes.txt', 'For me.');
    write(folder, LESSON, 'Text 0.\n');
    write(folder, 'course/01-lesson-hello/.content.md.swp', 'x');
    write(folder, 'guide/content.md', 'A better guide.\n');
    await shows('A better guide.');
    expect(log).toEqual(['spring-g']);
  });
});
