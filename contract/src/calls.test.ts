import { expect, it } from 'vitest';
import { defineCall } from './call.ts';
import { CALLS } from './calls.ts';
import { getCourse } from './courses.ts';
import { formatFinding } from './findings.ts';

it('every call has a name and an address of its own', () => {
  const names = CALLS.map((call) => call.name);
  const addresses = CALLS.map((call) => `${call.method} ${call.path}`);
  expect(new Set(names).size).toBe(CALLS.length);
  expect(new Set(addresses).size).toBe(CALLS.length);
});

it('a call for tokens names the ability that a token needs', () => {
  for (const call of CALLS) if (call.who === 'token') expect(call.ability, call.name).toBeDefined();
});

it('a call changes something unless it is a GET or says otherwise', () => {
  const { name, path, summary, reply } = getCourse;
  const about = { name, path, summary, reply, who: 'anyone', reach: 'published', tenant: true } as const;
  expect(defineCall({ ...about, method: 'GET' }).changes).toBe(false);
  expect(defineCall({ ...about, method: 'POST' }).changes).toBe(true);
  expect(defineCall({ ...about, method: 'GET', changes: true }).changes).toBe(true);
});

// Shows security#deadlines
it('a call has a deadline unless it streams', () => {
  const { name, path, summary, reply } = getCourse;
  const about = { name, path, summary, reply, who: 'token', reach: 'academy', tenant: true } as const;
  expect(defineCall({ ...about, method: 'GET' })).toMatchObject({ hasDeadline: true, needsDiskSpace: false });
  expect(defineCall({ ...about, method: 'PUT', body: 'stream' })).toMatchObject({
    ...{ hasDeadline: false, needsDiskSpace: true },
  });
  expect(defineCall({ ...about, method: 'GET', changes: true }).needsDiskSpace).toBe(true);
  expect(defineCall({ ...about, method: 'PUT', hasDeadline: false, needsDiskSpace: false })).toMatchObject({
    ...{ hasDeadline: false, needsDiskSpace: false },
  });
});

it('a finding reads as path, line, severity, code and text', () => {
  const finding = {
    file: 'a/lesson.json',
    line: 3,
    severity: 'fatal',
    code: 'slug-duplicate',
    message: 'used twice',
  } as const;
  expect(formatFinding(finding)).toBe('a/lesson.json:3: fatal slug-duplicate: used twice');
});
