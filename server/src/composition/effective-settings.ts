import { API_BASE_PATH } from '@academy/contract/constants';
import type { TenantId } from '@academy/contract/tenants';
import type { Addresses } from '../settings/addresses.ts';
import { addressesOf } from './addresses-of.ts';
import { readSettings } from './read-settings.ts';
import { SECRET_SETTINGS, SETTINGS, type Settings, type SettingsOverrides } from './settings.ts';

/** A setting with the value that a start would use. Secrets are masked. */
export interface EffectiveSetting {
  name: string;
  /** Empty: not set. */
  value: string;
  /** `default`, `environment`, `option`, or the file that holds it. */
  origin: string;
}

/** The settings of a start, and the values derived from them. */
export interface EffectiveSettings {
  settings: EffectiveSetting[];
  /** Addresses and other values derived from the settings. */
  derived: { name: string; value: string }[];
}

type Environment = Readonly<Record<string, string | undefined>>;

const MASK = '********';

/**
 * Every setting with its value and where the value comes from.
 *
 * @param given values of the command line
 * @throws StartProblem that names all problems at once
 */
export function effectiveSettings(
  env: Environment,
  given: SettingsOverrides,
  tenantIds: readonly TenantId[],
): EffectiveSettings {
  const settings = readSettings(env, given, tenantIds);
  const keys = Object.keys(SETTINGS) as (keyof typeof SETTINGS)[];
  return {
    settings: keys.map((key) => ({
      name: SETTINGS[key].name,
      value: isSecret(key) ? masked(settings[key]) : shown(settings[key]),
      origin: originOf(key, env, given),
    })),
    derived: derivedFrom(settings, addressesOf(settings, settings.port, tenantIds)),
  };
}

const isSecret = (key: keyof typeof SETTINGS): boolean => SECRET_SETTINGS.includes(key);
const isGiven = (text: string | undefined): boolean => text !== undefined && text.trim() !== '';

function originOf(key: keyof typeof SETTINGS, env: Environment, given: SettingsOverrides): string {
  const { name } = SETTINGS[key];
  const file = env[`${name}_FILE`];
  if (given[key as keyof SettingsOverrides] !== undefined) return 'option';
  if (isSecret(key) && isGiven(file)) return `file ${file?.trim()}`;
  if (isGiven(env[name])) return 'environment';
  return key === 'identity' ? 'derived' : 'default';
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.join(',');
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, one]) => `${name}=${one}`)
    .join(',');
}

/** Addresses are shown without their passwords; of any other secret only whether it is set. */
function masked(value: unknown): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map(masked).join(',');
  if (typeof value !== 'string' || !/^[a-z]+:\/\//.test(value) || !URL.canParse(value)) return MASK;
  const { protocol, username, password, host, pathname, search } = new URL(value);
  const user = username === '' ? '' : `${username}${password === '' ? '' : `:${MASK}`}@`;
  // A query can hold a password, too.
  return `${protocol}//${user}${host}${pathname === '/' ? '' : pathname}${search === '' ? '' : `?${MASK}`}`;
}

function derivedFrom(settings: Settings, addresses: Addresses): EffectiveSettings['derived'] {
  const { endpoints } = addresses;
  const perTenant = Object.keys(addresses.tenantOrigins);
  const asked = 'asked of the provider at start';
  return [
    ...perTenant.map((id) => ({ name: `address of ${id}`, value: addresses.tenantOrigins[id] ?? '' })),
    ...perTenant.map((id) => ({ name: `client id of ${id}`, value: addresses.clientIds[id] ?? '' })),
    ...perTenant.map((id) => ({
      name: `sign-in of ${id} returns to`,
      value: (addresses.redirectOrigins[id] ?? []).join(', '),
    })),
    { name: 'API', value: `${API_BASE_PATH} on each address` },
    { name: 'API may be called from', value: [...addresses.allowedOrigins].join(', ') },
    { name: 'provider', value: settings.identity },
    { name: 'issuer', value: addresses.issuer },
    { name: 'audience', value: addresses.audiences.join(', ') },
    { name: 'authorization endpoint', value: endpoints?.authorize ?? asked },
    { name: 'token endpoint', value: endpoints?.token ?? asked },
    { name: 'log-out endpoint', value: endpoints === null ? asked : (endpoints.logout ?? 'none') },
    { name: 'key set', value: endpoints?.keys ?? asked },
    { name: 'my account', value: addresses.accountUrl },
  ];
}
