import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { countArrows, STOREYS, type Storey, wrongImports } from './storeys.ts';

const ROOT = join(import.meta.dirname, '..');

function sourcesOf(folder: string): Map<string, string> {
  const paths = globSync('**/*.{ts,tsx}', { cwd: join(ROOT, folder) });
  return new Map(paths.map((path) => [path, readFileSync(join(ROOT, folder, path), 'utf8')]));
}

describe.each(Object.entries(STOREYS))('%s', (folder, storeys) => {
  const sources = sourcesOf(folder);

  test('imports no higher storey, and no two of its folders import each other', () => {
    const { rooms, arrows } = countArrows(sources, storeys);
    console.info(`${folder}: ${rooms} rooms, ${arrows} arrows`);
    expect(arrows).toBeGreaterThan(20);
    expect(wrongImports(sources, storeys)).toEqual([]);
  });

  test('names only folders and files that exist', () => {
    const named = storeys.flatMap(({ rooms }) => rooms.filter((room) => !room.startsWith('*')));
    expect(named.filter((room) => !existsSync(join(ROOT, folder, room)))).toEqual([]);
  });

  test('has its storeys on the architecture page', () => {
    const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
    const [, table = ''] = page.split(`| Storey | In \`${folder}\` |`);
    const rows = [...(table.split('\n\n')[0] ?? '').matchAll(/^\| ([A-Z][^|]*) \| ([^|]*) \|/gm)];
    const said = rows.map(([, name, rooms = '']) => [
      name,
      ...[...rooms.matchAll(/`([^`]+)`/g)].map(([, room]) => room),
    ]);
    const named = ({ rooms }: Storey) =>
      rooms.filter((room) => !room.startsWith('*')).map((room) => (room.includes('.') ? room : `${room}/`));
    expect(said).toEqual(storeys.map((storey) => [storey.name, ...named(storey)]));
  });
});

/** Planted files and what they import. */
const FORBIDDEN: [folder: string, file: string, imported: string][] = [
  ['server/src', 'courses/b.store.ts', '../composition/app.ts'],
  ['server/src', 'courses/d.routes.ts', '../composition/app.ts'],
  ['server/src', 'courses/g.service.ts', '../composition/courses.install.ts'],
  ['server/src', 'courses/h.store.ts', '../composition/app-context.ts'],
  ['server/src', 'values/a.ts', '../courses/courses.service.ts'],
  ['server/src', 'logging/a.ts', '../settings/settings.ts'],
  ['server/src', 'background/a.ts', '../db/connect.ts'],
  ['web/src', 'ui/a.tsx', '../api/courses.ts'],
  ['web/src', 'ui/b.tsx', '../features/prose/prose.tsx'],
  ['web/src', 'ui/c.tsx', '../sign-in/session.ts'],
  ['web/src', 'ui/d.tsx', '../list-views/table-view.ts'],
  ['web/src', 'ui/e.tsx', '../routes.tsx'],
  ['web/src', 'lib/a.ts', '../navigation/location.tsx'],
  ['web/src', 'lib/b.ts', '../api/courses.ts'],
  ['web/src', 'navigation/a.ts', '../api/courses.ts'],
  ['web/src', 'navigation/b.ts', '../shell/shell.tsx'],
  ['web/src', 'list-views/a.ts', '../features/prose/prose.tsx'],
  ['web/src', 'api/a.ts', '../screens/home/home-screen.tsx'],
  ['web/src', 'api/b.ts', '../features/prose/prose.tsx'],
  ['web/src', 'api/c.ts', '../catalogue/course-href.ts'],
  ['web/src', 'api/d.ts', '../routes.tsx'],
  ['web/src', 'sign-in/a.ts', '../forms/drafts.ts'],
  ['web/src', 'catalogue/a.ts', '../features/prose/prose.tsx'],
  ['web/src', 'forms/a.ts', '../screens/home/home-screen.tsx'],
  ['web/src', 'features/video/a.tsx', '../prose/prose.tsx'],
  ['web/src', 'features/video/b.tsx', '../../screens/home/home-screen.tsx'],
  ['web/src', 'features/video/c.tsx', '../../routes.tsx'],
  ['web/src', 'features/video/d.tsx', '../../start-page.ts'],
  ['web/src', 'screens/home/a.tsx', '../../routes.tsx'],
  ['web/src', 'screens/home/b.tsx', '../../metadata/page-metadata.ts'],
];

test.each(FORBIDDEN)('in %s, %s may not import %s', (folder, file, imported) => {
  expect(wrongImports(new Map([[file, `import { planted } from '${imported}';`]]), STOREYS[folder] ?? [])).toHaveLength(
    1,
  );
});

describe('an import is found', () => {
  const storeys: Storey[] = [
    { name: 'Top', rooms: ['top', '*.ts'] },
    { name: 'Middle', rooms: ['*'] },
    { name: 'Apart', rooms: ['apart'], areApart: true },
    { name: 'Ground', rooms: ['ground'] },
  ];
  const wrongOf = (sources: Record<string, string>) => wrongImports(new Map(Object.entries(sources)), storeys);

  test.each([
    ["import { a } from '../top/a.ts';"],
    ["import type { A } from '../top/a.ts';"],
    ["export { a } from '../top/a.ts';"],
    ["import {\n  a,\n  type B,\n} from '../top/a.ts';"],
    ["import '../top/a.ts';"],
    [`const load = () => ${'import'}('../top/a.ts');`],
    ["new Worker(new URL('../top/a.ts', import.meta.url));"],
  ])('upwards: %s', (code) => {
    expect(wrongOf({ 'ground/b.ts': code })).toEqual(['ground/b.ts imports top/a.ts: Top is above']);
  });

  test('between two folders that import each other', () => {
    const sources = {
      'courses/a.ts': "import '../labs/a.ts';",
      'labs/b.ts': "import type { C } from '../courses/c.ts';",
    };
    expect(wrongOf(sources)).toEqual(['a ring: courses/a.ts imports labs/a.ts; labs/b.ts imports courses/c.ts']);
  });

  test('in a ring of three folders', () => {
    const sources = {
      'a/a.ts': "import '../b/b.ts';",
      'b/b.ts': "import '../c/c.ts';",
      'c/c.ts': "import '../a/a.ts';",
    };
    expect(wrongOf(sources)).toHaveLength(1);
  });

  test('between folders that stand apart', () => {
    expect(wrongOf({ 'apart/one/a.ts': "import '../two/b.ts';" })).toEqual([
      'apart/one/a.ts imports apart/two/b.ts: these stand apart',
    ]);
  });

  test('and none that goes down, to a neighbour, or in a test', () => {
    const sources = {
      'main.ts': "import './courses/a.ts';",
      'courses/a.ts': "import '../labs/a.ts';\nimport '../ground/a.ts';\nimport './b.ts';",
      'ground/a.test.ts': "import '../top/a.ts';",
    };
    expect(wrongOf(sources)).toEqual([]);
  });
});
