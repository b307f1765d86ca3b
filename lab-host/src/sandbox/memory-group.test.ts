import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { memoryGroups } from './memory-group.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'academy-groups-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** The file names are the kernel's; the folders are not, so nothing is really limited. */
const wrote = (...names: string[]) => readFileSync(join(root, ...names), 'utf8');
const OWN = `academy-labs-${process.pid}-one`;

test("a group of version 2 limits memory and swap, below the server's", () => {
  writeFileSync(join(root, 'cgroup.controllers'), 'cpu memory');
  mkdirSync(join(root, 'server.service'));
  const groups = memoryGroups(root, '0::/server.service\n');
  expect(groups.problem).toBeNull();
  groups.make('one', 1_000_000)?.add(42);
  expect(wrote('server.service', 'cgroup.subtree_control')).toBe('+memory');
  expect(wrote('server.service', OWN, 'memory.max')).toBe('1000000');
  expect(wrote('server.service', OWN, 'cgroup.procs')).toBe('42');
});

test("a group of version 1 limits memory, below the server's", () => {
  mkdirSync(join(root, 'memory', 'servers', 'academy'), { recursive: true });
  const groups = memoryGroups(root, '5:cpu:/\n4:memory:/servers/academy\n0::/\n');
  groups.make('one', 1_000_000);
  expect(wrote('memory', 'servers', 'academy', OWN, 'memory.limit_in_bytes')).toBe('1000000');
});

test('groups of an ended server are removed', () => {
  mkdirSync(join(root, 'memory', 'academy-labs-999999999-left'), { recursive: true });
  mkdirSync(join(root, 'memory', `academy-labs-${process.pid}-used`));
  memoryGroups(root, '4:memory:/\n');
  expect(existsSync(join(root, 'memory', 'academy-labs-999999999-left'))).toBe(false);
  expect(existsSync(join(root, 'memory', `academy-labs-${process.pid}-used`))).toBe(true);
});

test('where none can be created there is a reason, and no group', () => {
  const groups = memoryGroups(join(root, 'nothing'), '');
  expect(groups.problem).toContain('ENOENT');
  expect(groups.make('one', 1)).toBeNull();
});
