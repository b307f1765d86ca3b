import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/**
 * Planted files and what they import. Between workspaces the packages that a workspace declares decide; inside a noun of the
 * server and a storey of the web the linter's settings do; for storeys see `storeys.test.ts`.
 */
const FORBIDDEN: [file: string, imported: string][] = [
  ['contract/src/a.ts', '@academy/server/composition/app'],
  ['contract/src/b.ts', '@academy/tenants'],
  ['contract/src/c.ts', 'node:fs'],
  ['contract/src/d.ts', 'react'],
  ['tenants/spring/a.ts', '@academy/content/build'],
  ['tenants/b.ts', '@academy/web/src/urls'],
  ['content/src/a.ts', '@academy/server/composition/app'],
  ['content/src/b.ts', '@academy/identity/mount'],
  ['content/src/c.ts', '@academy/web/src/urls'],
  ['identity/src/a.ts', '@academy/server/composition/app'],
  ['identity/src/b.ts', '@academy/content/build'],
  ['labs/src/a.ts', '@academy/identity/mount'],
  ['labs/src/b.ts', '@academy/server/composition/app'],
  ['labs/src/c.ts', '@academy/lab-host/sandbox/sandbox'],
  ['lab-host/src/a.ts', '@academy/server/db/connect'],
  ['lab-host/src/b.ts', '@academy/identity/mount'],
  ['lab-engine/src/a.ts', '@academy/lab-host/sandbox/sandbox'],
  ['lab-engine/src/b.ts', '@academy/web/src/urls'],
  ['client/src/a.ts', '@academy/tenants'],
  ['client/src/b.ts', '@academy/server/composition/app'],
  ['client/src/c.ts', 'node:fs'],
  ['server/src/a.ts', '@academy/cli/cli'],
  ['server/src/b.ts', '@academy/web/src/urls'],
  ['server/src/courses/a.store.ts', './courses.service.ts'],
  ['server/src/courses/c.service.ts', './courses.routes.ts'],
  ['server/src/courses/e.service.ts', '../lessons/lessons.store.ts'],
  ['server/src/courses/f.routes.ts', '../lessons/lessons.store.ts'],
  ['web/src/a.ts', '@academy/server/composition/app'],
  ['web/src/b.ts', '@academy/content/build'],
  ['web/src/c.ts', '@academy/identity/mount'],
  ['web/src/d.ts', 'node:fs'],
  ['web/src/api/e.ts', '@academy/labs/lab-provider'],
  ['web/src/progress/a.ts', '../ui/button.tsx'],
  ['web/src/metadata/a.ts', '../features/prose/prose.tsx'],
  ['cli/src/a.ts', '@academy/web/src/urls'],
  ['e2e/a.ts', '@academy/server/composition/app'],
  ['e2e/c.ts', '@academy/web/src/urls'],
  ['e2e/d.ts', '@academy/labs/lab-provider'],
  ['e2e/e.ts', '@academy/lab-host/sandbox/sandbox'],
];

const ALLOWED: [file: string, imported: string][] = [
  ['contract/src/ok-a.ts', 'valibot'],
  ['contract/src/ok-b.ts', './call.ts'],
  ['tenants/spring/ok.ts', '@academy/contract/tenants'],
  ['content/src/ok-a.ts', '@academy/contract/findings'],
  ['content/src/ok-b.ts', 'node:fs'],
  ['identity/src/ok.ts', '@academy/contract/errors'],
  ['lab-engine/src/ok.ts', '@academy/contract/labs'],
  ['client/src/ok.ts', '@academy/contract/call'],
  ['web/src/features/video/ok-n.ts', '@academy/lab-engine/browser-shell'],
  ['server/src/ok-a.ts', '@academy/identity/mount'],
  ['server/src/identity/ok-e.ts', '@academy/samples/people'],
  ['server/src/courses/ok-b.service.ts', './courses.store.ts'],
  ['server/src/courses/ok-c.service.ts', '../lessons/lessons.service.ts'],
  ['server/src/courses/ok-d.routes.ts', './courses.service.ts'],
  ['server/src/composition/ok-f.install.ts', './app-context.ts'],
  ['server/src/logging/ok.ts', './log.ts'],
  ['server/src/courses/ok-e.store.ts', '../db/connect.ts'],
  ['web/src/ok-a.ts', '@academy/contract/courses'],
  ['web/src/features/video/ok-b.tsx', '../../api/courses.ts'],
  ['web/src/features/video/ok-c.tsx', './player.tsx'],
  ['web/src/screens/home/ok-d.tsx', '../../features/prose/prose.tsx'],
  ['web/src/api/ok-e.ts', '../sign-in/last-refresh.ts'],
  ['web/src/api/ok-f.ts', '../progress/overlay.ts'],
  ['web/src/progress/ok-g.ts', '../api/call.ts'],
  ['web/src/navigation/ok-h.ts', '../routes.tsx'],
  ['web/src/list-views/ok-i.ts', '../navigation/location.tsx'],
  ['web/src/ui/ok-j.tsx', '../navigation/location.tsx'],
  ['web/src/catalogue/ok-k.ts', '../api/courses.ts'],
  ['web/src/features/video/ok-l.tsx', '../../catalogue/video-source.ts'],
  ['web/src/screens/home/ok-m.tsx', '../../shell/loading-screen.tsx'],
  ['cli/src/ok.ts', '@academy/server/composition/settings'],
  ['e2e/ok-a.ts', '@academy/contract/constants'],
  ['e2e/ok-b.ts', '@academy/labs/testing/portal'],
  ['e2e/ok-e.ts', '@academy/lab-host/testing/sandboxes-here'],
  ['e2e/ok-c.ts', '@academy/web/shell/shell-texts'],
  ['e2e/ok-d.ts', '@academy/server/mail/mailbox-texts'],
];

/** Two files that need each other's types only. */
const CIRCLE = {
  'content/src/circle-a.ts': ['./circle-b.ts', 'B'],
  'content/src/circle-b.ts': ['./circle-a.ts', 'A'],
};

const RULES = [
  'style/noRestrictedImports',
  'correctness/noUndeclaredDependencies',
  'correctness/noNodejsModules',
  'suspicious/noImportCycles',
];

const manifestOf = (folder: string) => JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;
interface Manifest {
  workspaces: string[];
  dependencies?: Record<string, string>;
}
const WORKSPACES = manifestOf('.').workspaces;

describe('the linter refuses imports against their direction', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'academy-directions-')));
  const refused = new Set<string>();
  afterAll(() => rmSync(folder, { recursive: true }));

  beforeAll(() => {
    const config = JSON.parse(readFileSync(join(ROOT, 'biome.json'), 'utf8')) as Record<string, unknown>;
    writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...config, vcs: { enabled: false } }));
    for (const [file, imported] of [...FORBIDDEN, ...ALLOWED]) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(
        join(folder, file),
        `import { planted, plantedStore } from '${imported}';\nplanted(plantedStore);\n`,
      );
    }
    for (const workspace of WORKSPACES)
      cpSync(join(ROOT, workspace, 'package.json'), join(folder, workspace, 'package.json'));
    for (const [file, [imported, type]] of Object.entries(CIRCLE)) {
      writeFileSync(
        join(folder, file),
        `import type { ${type} } from '${imported}';\nexport type Of${type} = ${type}[];\n`,
      );
    }
    const { stdout, stderr } = spawnSync(
      join(ROOT, 'node_modules/.bin/biome'),
      ['lint', '--max-diagnostics=none', '--reporter=github', '.'],
      { cwd: folder, encoding: 'utf8' },
    );
    for (const [, rule = '', file = ''] of stdout.matchAll(/title=lint\/([^,]+),file=([^,]+),/g))
      if (RULES.includes(rule)) refused.add(file.replace(`${folder}/`, ''));
    if (refused.size === 0) throw new Error(`the linter found nothing:\n${stdout}\n${stderr}`);
  });

  test.each(FORBIDDEN)('%s may not import %s', (file) => {
    expect(refused).toContain(file);
  });

  test('two files may not need each other, not even for types', () => {
    expect([...refused]).toEqual(expect.arrayContaining(Object.keys(CIRCLE)));
  });

  test.each(ALLOWED)('%s may import %s', (file) => {
    expect(refused).not.toContain(file);
  });
});

describe('between workspaces', () => {
  test('the architecture page says what each may import', () => {
    const rows = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8').matchAll(
      /^\| `([\w-]+)\/` \|.*\|([^|\n]*)\|$/gm,
    );
    const said = new Map(
      [...rows].map(([, folder = '', list = '']) => [folder, list.trim().split(', ').filter(Boolean).sort()]),
    );
    const declared = WORKSPACES.map((folder): [string, string[]] => {
      const names = Object.keys(manifestOf(folder).dependencies ?? {});
      return [folder, names.flatMap((name) => /^@academy\/(.*)$/.exec(name)?.[1] ?? []).sort()];
    });
    expect(said).toEqual(new Map(declared));
  });

  test.each(WORKSPACES)('%s reaches the others by package name', (workspace) => {
    const files = sourcesIn(workspace);
    expect(files.flatMap((file) => escapes(file, readFileSync(join(ROOT, file), 'utf8'), workspace))).toEqual([]);
  });

  test('a relative import of another workspace is found', () => {
    const code =
      "import { a } from '../../../server/src/composition/app.ts';\nimport { b } from '../ok.ts';\nawait import" +
      "('../../../web/src/x.ts');";
    expect(escapes('content/src/courses/a.ts', code, 'content')).toEqual([
      'content/src/courses/a.ts: ../../../server/src/composition/app.ts',
      'content/src/courses/a.ts: ../../../web/src/x.ts',
    ]);
  });
});

function sourcesIn(workspace: string): string[] {
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '--', workspace], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return stdout.split('\n').filter((file) => /\.tsx?$/.test(file) && existsSync(join(ROOT, file)));
}

/** Relative imports that leave the workspace of a file. */
function escapes(file: string, code: string, workspace: string): string[] {
  const imports = code.matchAll(/^(?:import|export)\b(?:[^'";]*\bfrom)?\s+'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm);
  return [...imports]
    .map(([, from, dynamic]) => from ?? dynamic ?? '')
    .filter((path) => !posix.join(posix.dirname(file), path).startsWith(`${workspace}/`))
    .map((path) => `${file}: ${path}`);
}
