import { useConfig, useTenant } from '../lib/runtime.tsx';
import { useShownLocation } from './location.tsx';

/** The parameter that names another academy than the page's own. */
const TENANT = 'tenant';
/** What names records of one academy; another one does not have them. */
const OF_ONE_ACADEMY = ['page', 'open', 'course', 'lab', 'lesson', 'subject', 'target', 'webhook'];

/** The academy that a query names; `own` where it names none, or one that does not exist. */
export function academyOf(search: string, own: string, academies: readonly string[]): string {
  const named = new URLSearchParams(search).get(TENANT) ?? own;
  return academies.includes(named) ? named : own;
}

/** The query under which a screen is about another academy: filters stay, unless they name what only one academy has. */
export function searchOfAcademy(search: string, tenantId: string, own: string): string {
  const next = new URLSearchParams(search);
  for (const name of [TENANT, ...OF_ONE_ACADEMY]) next.delete(name);
  if (tenantId !== own) next.set(TENANT, tenantId);
  next.sort();
  const text = next.toString();
  return text === '' ? '' : `?${text}`;
}

/** The academy that a screen of the administration is about: what is read and written there goes to it. */
export function useChosenAcademy(): string {
  const { search } = useShownLocation();
  return academyOf(search, useTenant().tenantId, Object.keys(useConfig().tenantOrigins));
}
