import { posix } from 'node:path';

/** A storey: rooms that stand side by side. A room is a folder of the sources, or a file beside the folders. */
export interface Storey {
  name: string;
  /** Folders and files; `*` is every other folder, `*.ts` every other file. */
  rooms: readonly string[];
  /** The folders within these rooms do not import each other. */
  areApart?: true;
}

/** The storeys of a workspace, from the top to the ground: imports go down, or to a neighbour that does not import back. */
export const STOREYS: Readonly<Record<string, readonly Storey[]>> = {
  'server/src': [
    { name: 'Composition', rooms: ['composition', 'preview', 'reading', 'samples', 'permissions'] },
    { name: 'Front', rooms: ['front'] },
    { name: 'Nouns', rooms: ['*'] },
    { name: 'Services', rooms: ['calls', 'catalogue', 'mail', 'http', 'file-store', 'search'] },
    { name: 'Data and settings', rooms: ['db', 'settings', 'memory'] },
    { name: 'Ground', rooms: ['background', 'logging', 'values'] },
  ],
  'web/src': [
    { name: 'Composition', rooms: ['*.ts', 'loading', 'metadata'] },
    { name: 'Screens', rooms: ['screens', 'shell'] },
    { name: 'Features', rooms: ['features'], areApart: true },
    { name: 'Rules', rooms: ['catalogue', 'forms'] },
    { name: 'Data', rooms: ['progress', 'api', 'sign-in', 'overlay', 'list-views'] },
    { name: 'Parts', rooms: ['ui', 'i18n', 'styles'] },
    { name: 'Addresses', rooms: ['navigation'] },
    { name: 'Ground', rooms: ['lib'] },
  ],
  'cli/src': [
    { name: 'Start', rooms: ['main.ts', 'cli.ts', 'screen.ts', 'quick-resolve.ts'] },
    { name: 'Commands', rooms: ['commands'] },
    { name: 'Work', rooms: ['*'] },
    { name: 'Kit', rooms: ['*.ts'] },
  ],
};

/** Sources that only tests use. */
const OF_TESTS = /\.(?:test|fixture)\.tsx?$|(?:^|\/)testing\//;
const IMPORT =
  /^(?:import|export)\b(?:[^'";]*\bfrom)?\s+'(\.[^']+)'|\bimport\('(\.[^']+)'\)|\bnew URL\('(\.[^']+\.tsx?)'/gm;

export interface Room {
  name: string;
  /** Position of its storey, from the top. */
  storey: number;
}

/** The room of a file, by its path within the sources. @throws Error for one that no storey has */
export function roomOf(path: string, storeys: readonly Storey[]): Room {
  const [name = '', ...below] = path.split('/');
  const others = below.length === 0 ? '*.ts' : '*';
  const named = storeys.findIndex(({ rooms }) => rooms.includes(name));
  const storey = named >= 0 ? named : storeys.findIndex(({ rooms }) => rooms.includes(others));
  if (storey < 0) throw new Error(`${name} has no storey: name it in scripts/storeys.ts`);
  return { name, storey };
}

/**
 * What is wrong with the relative imports of a workspace, those of types included: imports of a higher storey, between
 * folders that stand apart, and rings of rooms (two that import each other are the smallest).
 *
 * @param sources code by its path within the sources
 */
export function wrongImports(sources: ReadonlyMap<string, string>, storeys: readonly Storey[]): string[] {
  const wrong: string[] = [];
  const neighbours = new Map<string, Map<string, string>>();
  for (const [from, to] of importsOf(sources)) {
    const [above, below] = [roomOf(from, storeys), roomOf(to, storeys)];
    const arrow = `${from} imports ${to}`;
    const [, ownFolder] = from.split('/');
    const [, otherFolder] = to.split('/');
    if (above.name !== below.name) {
      if (above.storey > below.storey) wrong.push(`${arrow}: ${storeys[below.storey]?.name} is above`);
      else neighbours.set(above.name, (neighbours.get(above.name) ?? new Map()).set(below.name, arrow));
    } else if (storeys[above.storey]?.areApart && ownFolder !== otherFolder) {
      wrong.push(`${arrow}: these stand apart`);
    }
  }
  for (const ring of ringsOf(neighbours)) wrong.push(`a ring: ${ring.join('; ')}`);
  return wrong;
}

/** How many rooms there are, and how many arrows: pairs of rooms of which the first imports the second. */
export function countArrows(sources: ReadonlyMap<string, string>, storeys: readonly Storey[]) {
  const rooms = new Set<string>();
  const arrows = new Set<string>();
  for (const path of sources.keys()) if (!OF_TESTS.test(path)) rooms.add(roomOf(path, storeys).name);
  for (const [from, to] of importsOf(sources)) {
    const [above, below] = [roomOf(from, storeys).name, roomOf(to, storeys).name];
    if (above !== below) arrows.add(`${above} ${below}`);
  }
  return { rooms: rooms.size, arrows: arrows.size };
}

function* importsOf(sources: ReadonlyMap<string, string>): Generator<[from: string, to: string]> {
  for (const [from, code] of sources) {
    if (OF_TESTS.test(from)) continue;
    for (const [, path, dynamic, worker] of code.matchAll(IMPORT)) {
      const to = posix.join(posix.dirname(from), path ?? dynamic ?? worker ?? '');
      if (!to.startsWith('..') && !OF_TESTS.test(to)) yield [from, to];
    }
  }
}

/** One ring through each room that has one, as the imports that make it. */
function ringsOf(neighbours: ReadonlyMap<string, ReadonlyMap<string, string>>): string[][] {
  const rings: string[][] = [];
  const inRing = new Set<string>();
  for (const start of neighbours.keys()) {
    if (inRing.has(start)) continue;
    const cameBy = new Map<string, string>();
    const open = [start];
    for (let room = open.shift(); room !== undefined && !cameBy.has(start); room = open.shift()) {
      for (const next of neighbours.get(room)?.keys() ?? []) {
        if (cameBy.has(next)) continue;
        cameBy.set(next, room);
        open.push(next);
      }
    }
    if (!cameBy.has(start)) continue;
    const ring: string[] = [];
    for (let room = start; ring.length === 0 || room !== start; room = cameBy.get(room) ?? start) {
      inRing.add(room);
      ring.unshift(neighbours.get(cameBy.get(room) ?? start)?.get(room) ?? '');
    }
    rings.push(ring);
  }
  return rings;
}
