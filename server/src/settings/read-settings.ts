import { readFileSync } from 'node:fs';
import { inputWords } from '@academy/contract/rules/input-words';
import type { TenantId } from '@academy/contract/tenants';
import * as v from 'valibot';
import { unreadVariables } from './setting-names.ts';
import { problemsAcross, riskyChoices } from './setting-rules.ts';
import { SECRET_SETTINGS, SETTINGS, type Settings, type SettingsOverrides, type Values } from './settings.ts';
import { StartProblem } from './start-problem.ts';

/**
 * Reads the settings from environment variables. Empty variables count as not set.
 *
 * @param tenantIds tenants that need an address; left out, none is required
 * @throws StartProblem that names all problems at once
 */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
  given: SettingsOverrides = {},
  tenantIds: readonly TenantId[] = [],
): Settings {
  const problems = [...unread(env).wrong];
  const wrong: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, { name, schema, default: fallback }] of Object.entries(SETTINGS)) {
    const override = given[key as keyof SettingsOverrides];
    const raw = SECRET_SETTINGS.some((secret) => secret === key) ? secretOf(env, name, problems) : env[name];
    if (override !== undefined) values[key] = override;
    else if (raw === undefined || raw.trim() === '') values[key] = fallback;
    else {
      const parsed = v.safeParse(schema, raw, { message: inputWords });
      values[key] = parsed.success ? parsed.output : fallback;
      if (parsed.success) continue;
      wrong.push(name);
      problems.push(`${name} ${parsed.issues[0].message}`);
    }
  }
  const settings = values as Values;
  // Rules across settings make sense only between values that are valid by themselves, and most depend on these two.
  if (!wrong.includes(SETTINGS.environment.name) && !wrong.includes(SETTINGS.identity.name)) {
    problems.push(...problemsAcross(settings, tenantIds, wrong));
  }
  if (problems.length > 0) {
    throw new StartProblem(
      problems.length === 1 ? `A setting is wrong: ${problems[0]}` : `Settings are wrong:\n  ${problems.join('\n  ')}`,
      'Change the environment variables above; docs/reference/settings.md explains each.',
    );
  }
  return { ...settings, identity: settings.identity ?? (settings.environment === 'local' ? 'embedded' : 'external') };
}

const unread = (env: Readonly<Record<string, string | undefined>>) =>
  unreadVariables(
    env,
    Object.values(SETTINGS).map(({ name }) => name),
    SECRET_SETTINGS.map((key) => SETTINGS[key].name),
  );

/** Warnings that do not prevent a start: one sentence each. */
export function settingWarnings(env: Readonly<Record<string, string | undefined>>, settings: Settings): string[] {
  return [...unread(env).unknown, ...riskyChoices(settings)];
}

/** A secret's value from its variable or from the file that `<NAME>_FILE` names. */
function secretOf(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  problems: string[],
): string | undefined {
  const file = env[`${name}_FILE`]?.trim() ?? '';
  const value = env[name];
  if (file === '') return value;
  if (value !== undefined && value.trim() !== '') problems.push(`${name} and ${name}_FILE are both set`);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    problems.push(`${name}_FILE cannot be read${code}`);
    return undefined;
  }
}
