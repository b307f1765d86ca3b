import { readFileSync } from 'node:fs';
import { inputWords } from '@academy/contract/rules/input-words';
import type { TenantId } from '@academy/contract/tenants';
import * as v from 'valibot';
import { READ_BEFORE_SETTINGS, unreadVariables } from '../settings/setting-names.ts';
import { StartProblem } from '../settings/start-problem.ts';
import { problemsAcross, riskyChoices } from './setting-rules.ts';
import { SECRET_SETTINGS, SETTINGS, type Settings, type SettingsOverrides, type Values } from './settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings from environment variables. Empty variables count as not set in `local`. Elsewhere they are refused:
 * a default in place of a value that got lost is another academy, such as a new and empty one without `DATABASE_URL`.
 *
 * @param tenantIds tenants that need an address; left out, none is required
 * @throws StartProblem that names all problems at once
 */
export function readSettings(
  env: Environment,
  given: SettingsOverrides = {},
  tenantIds: readonly TenantId[] = [],
): Settings {
  const isLocal = (given.environment ?? env[SETTINGS.environment.name] ?? 'local').trim() === 'local';
  const problems = [...unread(env).wrong, ...(isLocal ? [] : emptyVariables(env))];
  const wrong: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, { name, schema, default: fallback }] of Object.entries(SETTINGS)) {
    const override = given[key as keyof SettingsOverrides];
    const raw = SECRET_SETTINGS.some((secret) => secret === key)
      ? secretOf(env, name, problems, isLocal || key === 'keySecretBefore')
      : env[name];
    if (override !== undefined) values[key] = override;
    else if (raw === undefined || raw.trim() === '' || (!isLocal && isEmpty(raw))) values[key] = fallback;
    else {
      const parsed = v.safeParse(schema, raw, { message: inputWords });
      values[key] = parsed.success ? parsed.output : fallback;
      if (parsed.success) continue;
      wrong.push(name);
      problems.push(`${name} ${parsed.issues[0].message}`);
    }
  }
  const settings = values as Values;
  if (!isLocal) problems.push(...misspelled(env));
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

const unread = (env: Environment) =>
  unreadVariables(
    env,
    Object.values(SETTINGS).map(({ name }) => name),
    SECRET_SETTINGS.map((key) => SETTINGS[key].name),
  );

/** Outside of `local` nothing else on the machine explains a variable that resembles one which is not set. */
function misspelled(env: Environment): string[] {
  const isSet = (name: string) => [name, `${name}_FILE`].some((one) => env[one] !== undefined);
  return unread(env)
    .resembling.filter(({ meant }) => !isSet(meant.replace(/_FILE$/, '')))
    .map(({ name, meant }) => `${name} is not read: did you mean ${meant}?`);
}

/** Warnings that do not prevent a start: one sentence each. */
export function settingWarnings(env: Environment, settings: Settings): string[] {
  return [...unread(env).unknown, ...riskyChoices(settings)];
}

/** Nothing, or commas alone where a list is expected. */
const isEmpty = (raw: string | undefined) => raw !== undefined && /^[\s,]*$/.test(raw);

/** Problems of variables that are set without a value, those that name the file of a secret included. */
function emptyVariables(env: Environment): string[] {
  const names = Object.values(SETTINGS).map(({ name }) => name);
  const files = SECRET_SETTINGS.map((key) => `${SETTINGS[key].name}_FILE`);
  return [...names, ...files, ...READ_BEFORE_SETTINGS]
    .filter((name) => isEmpty(env[name]))
    .map((name) => `${name} is empty: give it a value, or remove the variable`);
}

/**
 * A secret's value from its variable or from the file that `<NAME>_FILE` names.
 *
 * @param mayBeEmpty whether a file without a value means that there is no such secret
 */
function secretOf(env: Environment, name: string, problems: string[], mayBeEmpty: boolean): string | undefined {
  const file = env[`${name}_FILE`]?.trim() ?? '';
  const value = env[name];
  if (file === '') return value;
  if (value !== undefined && value.trim() !== '') problems.push(`${name} and ${name}_FILE are both set`);
  try {
    const secret = readFileSync(file, 'utf8').trim();
    if (secret === '' && !mayBeEmpty) {
      problems.push(`${name}_FILE names a file without a value: write it there, or remove the variable`);
    }
    return secret;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    problems.push(`${name}_FILE cannot be read${code}`);
    return undefined;
  }
}
