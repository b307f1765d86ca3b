import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from '@playwright/test';
import type { Academy, TenantName } from './academy.ts';

/** Files by their path in the folder: text, bytes, or the object of a JSON file. */
export type MadeFiles = Readonly<Record<string, string | Uint8Array | object>>;

/** Writes files into a folder of their own, which is removed after its use. */
export async function inFolder(files: MadeFiles, use: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'academy-made-'));
  try {
    for (const [path, content] of Object.entries(files)) {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      const isRaw = typeof content === 'string' || content instanceof Uint8Array;
      writeFileSync(file, isRaw ? content : JSON.stringify(content));
    }
    await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Publishes content that is made for a test from a folder, as its author would. */
export const publish = (academy: Academy, tenant: TenantName, files: MadeFiles): Promise<void> =>
  inFolder(files, async (folder) => {
    const { code, stdout, stderr } = await academy.cli([
      'apply',
      'all',
      '--path',
      folder,
      '--tenant',
      academy.tenantId(tenant),
    ]);
    expect(code, stdout + stderr).toBe(0);
  });

interface MadeCourse {
  /** Without the prefix of the academy; also the slug. */
  id: string;
  title: string;
  description?: string;
  /** Additional fields of `course.json`. */
  fields?: object;
  summary?: string;
  /** Titles of lessons in order; an array is a module title and its lessons. */
  outline: readonly (string | readonly [module: string, ...lessons: string[]])[];
  /** Text of every lesson. */
  text?: string;
}

/** The folder of a course, for `publish`. */
export function courseFiles(tenant: TenantName, course: MadeCourse): MadeFiles {
  const { id, title, description = 'Made for a journey.', fields, summary, outline, text = 'A text to read.' } = course;
  const files: Record<string, string | object> = {
    [`${id}/course.json`]: { id: `${tenant}-${id}`, slug: id, title, status: 'live', ...fields },
    [`${id}/description.md`]: description,
    ...(summary === undefined ? {} : { [`${id}/summary.md`]: summary }),
  };
  const two = (n: number) => String(n).padStart(2, '0');
  const lesson = (folder: string, name: string, itsTitle: string) => {
    files[`${folder}/lesson.json`] = {
      id: `${tenant}-${id}-${name}`,
      slug: name,
      title: itsTitle,
      status: 'live',
      type: 'article',
      duration: 60,
    };
    files[`${folder}/description.md`] = 'A lesson.';
    files[`${folder}/content.md`] = text;
  };
  outline.forEach((entry, index) => {
    const place = `${id}/${two(index + 1)}`;
    if (typeof entry === 'string') {
      lesson(`${place}-lesson-l${index + 1}`, `l${index + 1}`, entry);
      return;
    }
    const [module, ...lessons] = entry;
    const folder = `${place}-module-m${index + 1}`;
    const name = `m${index + 1}`;
    files[`${folder}/module.json`] = { id: `${tenant}-${id}-${name}`, slug: name, title: module, status: 'live' };
    files[`${folder}/description.md`] = 'A module.';
    lessons.forEach((itsTitle, at) => {
      const own = `l${index + 1}-${at + 1}`;
      lesson(`${folder}/${two(at + 1)}-lesson-${own}`, own, itsTitle);
    });
  });
  return files;
}
