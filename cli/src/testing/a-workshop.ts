import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The parts of a workshop that tests vary. */
interface WorkshopParts {
  /** Texts of its pages, in their order. */
  pages: readonly string[];
  /** Programs of its checks, by name. */
  tests?: Readonly<Record<string, string>>;
  /** Files of the learner, by their path below `exercises`. */
  exercises?: Readonly<Record<string, string>>;
  /** Name of its environment. */
  environment?: string;
  /** More lines of its `spec`, without indentation. */
  spec?: string;
  /** Its start-up scripts, by their path in the folder `workshop`. */
  scripts?: Readonly<Record<string, string>>;
}

/** A fenced block of a page. */
export const fence = (word: string, body: string): string => `\`\`\`${word}\n${body}\n\`\`\`\n`;

/** Writes a workshop into the folder `workshops/<name>`. @returns its folder */
export function writeWorkshop(folder: string, name: string, parts: WorkshopParts): string {
  const { pages, tests = {}, exercises = {}, environment, spec = '', scripts = {} } = parts;
  const root = join(folder, 'workshops', name);
  const annotations = environment === undefined ? '' : `  annotations:\n    academy/environment: ${environment}\n`;
  const names = pages.map((_text, at) => `0${at + 1}-page`);
  const files: Record<string, string> = {
    'resources/workshop.yaml': `apiVersion: training.educates.dev/v1beta1\nkind: Workshop\nmetadata:\n  name: ${name}\n${annotations}spec:\n  title: A lab\n${spec.replace(/^(?=.)/gm, '  ')}`,
    ...Object.fromEntries(Object.entries(scripts).map(([path, text]) => [`workshop/${path}`, text])),
    'workshop/workshop.yaml': `name: A lab\nmodules:\n  activate:\n${names.map((one) => `    - ${one}\n`).join('')}`,
    ...Object.fromEntries(names.map((one, at) => [`workshop/content/${one}.md`, pages[at] ?? ''])),
    ...Object.fromEntries(Object.entries(tests).map(([test, text]) => [`workshop/examiner/tests/${test}`, text])),
    ...Object.fromEntries(Object.entries(exercises).map(([path, text]) => [`exercises/${path}`, text])),
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}
