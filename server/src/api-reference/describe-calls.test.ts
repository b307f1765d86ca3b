import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { describeCalls } from './describe-calls.ts';
import { sampleOf } from './samples.ts';
import { plainTypeText } from './type-text.ts';

const { groups, entities } = describeCalls();
const calls = groups.flatMap((group) => group.calls);
const described = (name: string) => {
  const found = calls.find(({ call }) => call.name === name);
  if (found === undefined) throw new Error(`no call ${name}`);
  return found;
};

describe('the reference', () => {
  it.each(calls.map((one) => [one.call.name, one] as const))(
    'has an example of %s that the call accepts',
    (_name, one) => {
      const { call, parameters, body } = one;
      if (body !== null) v.assert(call.body as never, sampleOf(body));
      for (const [place, schema] of [
        ['path', call.params],
        ['query', call.query],
        ['header', call.headers],
      ] as const) {
        if (schema === undefined) continue;
        const needed = parameters.filter((parameter) => parameter.in === place && parameter.required);
        v.assert(
          schema,
          Object.fromEntries(
            needed.map((parameter) => [parameter.name, String(sampleOf(parameter.schema, parameter.name))]),
          ),
        );
      }
    },
  );

  it('writes a command with what the call needs and nothing else', () => {
    expect(described('getProgressOverlay').curl).toBe(
      ['curl "$ACADEMY/api/v1/progress/overlay"', '-H "Authorization: Bearer $TOKEN"', "-H 'tenantId: spring'"].join(
        ' \\\n  ',
      ),
    );
    expect(described('listInstructors').curl).not.toContain('Authorization');
  });

  it('writes types as TypeScript does, with limits beside them and entities by name', () => {
    expect(plainTypeText(described('createToken').body ?? {})).toBe(
      [
        '{',
        '  name: string  // 1 to 80 characters',
        '  abilities: ("content:write" | "alerts:write" | "users:read" | "users:write" | "stats:read" | "progress:read" | "learning:read" | "ledger:read" | "reports:read")[]  // 1 to 20 entries',
        '  scopes?: string[]  // 1 to 20 entries',
        '  expiresAt?: string  // date-time',
        '  tenantId?: string  // matches ^[a-z][a-z0-9]{1,30}$',
        '}',
      ].join('\n'),
    );
    expect(plainTypeText(described('getCourse').reply ?? {})).toBe('Course');
    expect(plainTypeText(entities.Course ?? {})).toContain('lessons: LessonItem[]');
  });

  it('says who may make a call and whose records it reaches', () => {
    const { who, reaches } = described('getProgressOverlay');
    expect(who).toBe('who is signed in, or a personal access token with the ability progress:read');
    expect(reaches).toBe('own records');
  });
});
