import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.ts';

interface TypeSettings {
  extends: string;
  compilerOptions: Readonly<Record<string, unknown>>;
  include: readonly string[];
}

/** Where the settings of the programs and what the compiler remembers between runs are kept. */
const FOLDER = 'node_modules/.cache/types';

/**
 * Writes the settings of one program for all workspaces with the same compiler settings: a program checks every file that
 * it imports, so one for each workspace would check the server five times.
 *
 * @returns arguments of `tsc` for each program
 */
export function typePrograms(): string[][] {
  const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { workspaces: string[] };
  const groups = Map.groupBy(
    workspaces.map((workspace) => ({ workspace, ...settingsOf(workspace) })),
    ({ compilerOptions }) => JSON.stringify(compilerOptions),
  );
  mkdirSync(join(ROOT, FOLDER), { recursive: true });
  return [...groups.values()].map((group) => {
    if (group.length === 1 && group[0]) {
      const { workspace } = group[0];
      return ['-p', workspace, '--incremental', '--tsBuildInfoFile', join(FOLDER, `${workspace}.built`)];
    }
    const name = join(FOLDER, `${group.map(({ workspace }) => workspace).join('-')}.json`);
    const settings: TypeSettings = {
      extends: join(ROOT, 'tsconfig.base.json'),
      compilerOptions: {
        ...group[0]?.compilerOptions,
        incremental: true,
        tsBuildInfoFile: `${join(ROOT, name)}.built`,
        typeRoots: [join(ROOT, 'node_modules/@types')],
      },
      include: group.flatMap(({ workspace, include }) => include.map((glob) => join(ROOT, workspace, glob))),
    };
    writeFileSync(join(ROOT, name), JSON.stringify(settings));
    return ['-p', name];
  });
}

function settingsOf(workspace: string): TypeSettings {
  return JSON.parse(readFileSync(join(ROOT, workspace, 'tsconfig.json'), 'utf8')) as TypeSettings;
}
