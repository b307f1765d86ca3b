import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@academy/server/db/connect';
import { makeTestDatabase } from '@academy/server/testing/database';
import { isWellFormedToken } from '@academy/server/values/token-format';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { cliFolder } from './testing/cli-folder.ts';

const { academy } = cliFolder();

describe('people and tokens', () => {
  let env: Record<string, string> = {};
  let close = async () => {};
  beforeAll(async () => {
    const database = await makeTestDatabase();
    env = { DATABASE_URL: database.connectionString };
    close = () => database.close();
  });
  afterAll(() => close());

  const NAMES = ['--first-name', 'Ann', '--last-name', 'Author'];
  const ANN = ['user', 'add', '--email', 'Ann@Example.org'];

  test('a person is added with a random password and made an administrator', async () => {
    const added = await academy([...ANN, ...NAMES], env);
    expect(added.out).toMatch(/^Added ann@example\.org\.\nPassword \(shown once\): \S{20}$/);
    expect(await academy([...ANN, ...NAMES], env)).toMatchObject({
      code: 1,
      err: expect.stringContaining('exists already'),
    });
    expect(await academy([...ANN, '--admin'], env)).toMatchObject({
      code: 0,
      out: 'ann@example.org is an administrator now.',
    });
    expect((await academy(['user', 'list'], env)).out).toMatch(/ann@example\.org\s+Ann Author\s+admin/);
  });

  test('a piped password is not shown, and a short one is refused', async () => {
    const bob = ['user', 'add', '--email', 'bob@example.org', '--first-name', 'Bob', '--last-name', 'Builder'];
    expect(await academy(bob, env, 'short\n')).toMatchObject({ code: 2, err: expect.stringContaining('at least 8') });
    const { code, out } = await academy(bob, env, 'a fine long password\n');
    expect({ code, out }).toEqual({ code: 0, out: 'Added bob@example.org.' });
  });

  const CREATE = ['token', 'create', '--name', 'ci', '--tenant', 'spring', '--ability', 'content:write'];

  test('a token is shown once, listed without its value, and revoked at once', async () => {
    const created = await academy([...CREATE, '--person', 'ann@example.org', '--days', '30'], env);
    expect(isWellFormedToken(created.out)).toBe(true);
    const again = await academy([...CREATE, '--person', 'ann@example.org'], env);
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('has a token "ci" for spring already') });
    const listed = await academy(['token', 'list', '--json'], env);
    expect(listed.out).not.toContain(created.out);
    const [row] = JSON.parse(listed.out) as { tokenId: string }[];
    expect((await academy(['token', 'revoke', '--id', row?.tokenId ?? ''], env)).code).toBe(0);
    expect(await academy(['token', 'revoke', '--id', row?.tokenId ?? ''], env)).toMatchObject({ code: 1 });
    expect((await academy(['token', 'list', '--json'], env)).out).toBe('[]');
    const connection = connect(env.DATABASE_URL ?? '');
    const { rows: audited } = await connection.pool.query(
      'select action, actor_name, details from audit_event where target_id = $1 order by event_id',
      [row?.tokenId],
    );
    await connection.close();
    expect(audited.map(({ action, actor_name }) => [action, actor_name])).toEqual([
      ['token.create', 'command line'],
      ['token.delete', 'command line'],
    ]);
    expect(JSON.stringify(audited)).not.toContain(created.out);
  });

  test('only a person with a role can have a token that publishes', async () => {
    const result = await academy([...CREATE, '--person', 'bob@example.org'], env);
    expect(result).toMatchObject({ code: 1, err: expect.stringContaining('cannot have such a token') });
  });

  test.each([
    [['--tenant', 'moon'], 'no tenant "moon"'],
    [['--ability', 'fly'], 'no ability "fly"'],
    [['--days', '367'], 'from 1 to 366'],
    [['--name', ' '], '--name has no value'],
  ])('token create refuses %j as wrong use', async (args, text) => {
    const result = await academy([...CREATE, '--person', 'ann@example.org', ...args], env);
    expect(result).toMatchObject({ code: 2, err: expect.stringContaining(text) });
  });

  test('a database that cannot be reached ends with 3', async () => {
    const away = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
    expect(await academy(['user', 'list'], away)).toMatchObject({
      code: 3,
      err: expect.stringContaining('nothing listens at 127.0.0.1:1'),
    });
    const nowhere = await academy(['user', 'list', '--data', 'nothing-here']);
    expect(nowhere).toMatchObject({ code: 3, err: expect.stringContaining('There is no academy in') });
  });

  test('no database is made in a data folder without one', async () => {
    const data = mkdtempSync(join(tmpdir(), 'academy-no-database-'));
    onTestFinished(() => rmSync(data, { recursive: true }));
    writeFileSync(join(data, 'running.json'), '{}');
    for (const command of ['user list', `backup --to ${join(data, 'backups')}`, 'upgrade --check'])
      expect(await academy([...command.split(' '), '--data', data]), command).toMatchObject({
        code: 3,
        err: expect.stringContaining('set DATABASE_URL as its servers have it'),
      });
    expect(readdirSync(data)).toEqual(['running.json']);
  });
});
