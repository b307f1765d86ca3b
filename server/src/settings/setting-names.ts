import { isNearly } from '@academy/contract/rules/near-names';

/** Variables besides the server's settings, with the program that reads them, for the reference page. */
export const OTHER_VARIABLES: readonly { name: string; about: string }[] = [
  {
    name: 'ACADEMY_API_URL',
    about: 'Address of the API that commands talk to, with `/api/v1`; the academy of the data folder when left out.',
  },
  {
    name: 'ACADEMY_API_TOKEN',
    about: 'Personal access token of commands that publish; in `local` the one of the data folder when left out.',
  },
  { name: 'ACADEMY_DEBUG', about: '`1`: a command that fails prints where in the program that was (a stack trace).' },
  {
    name: 'ACADEMY_TENANTS_FOLDER',
    about:
      'Folder with one folder for each brand, in place of the three of this installation. Read by the server, too.',
  },
  { name: 'ACADEMY_CHROMIUM', about: 'Browser that the journeys of `./academy test` run in.' },
  { name: 'ACADEMY_TEST_ALL', about: '`1`: tests that take long run, too; `./academy test --all` sets it.' },
  {
    name: 'ACADEMY_TEST_DATABASE_URL',
    about: 'PostgreSQL server for tests, in place of one that is started for them.',
  },
  { name: 'ACADEMY_TRACE', about: '`1`: journeys that fail leave a trace behind.' },
  {
    name: 'FAULTS_OTHER_EDITION',
    about:
      'Folder of another edition, installed and built, between which and this one `./academy faults` changes servers; a copy of this one when left out.',
  },
  { name: 'PENGUINCTL_APIURL', about: 'Read in place of `ACADEMY_API_URL`, for scripts of an older tool.' },
  { name: 'PENGUINCTL_APITOKEN', about: 'Read in place of `ACADEMY_API_TOKEN`, for the same.' },
  { name: 'NO_COLOR', about: 'Any value: commands print without colours.' },
  { name: 'NODE_ENV', about: '`development` runs the web from its sources; `./academy dev` sets it.' },
];

/** Those of them that decide what the server serves, and are read before the settings. */
export const READ_BEFORE_SETTINGS = ['ACADEMY_TENANTS_FOLDER'] as const;

const PREFIX = 'ACADEMY_';
/** Settings with names that other programs may have, too. */
const OF_OTHERS = /^(?:DATABASE|REDIS)_/;
/** Set by Kubernetes in every container beside a service called `academy`. */
const BY_KUBERNETES = /^ACADEMY_(?:[A-Z0-9_]+_)?(?:SERVICE_(?:HOST|PORT)|PORT_\d+_(?:TCP|UDP))/;

/**
 * Finds variables that no setting reads.
 *
 * @param settings names of the settings
 * @param secrets those that a file may hold
 * @returns `wrong`: almost the name of a setting, which would silently keep its default; `unknown`: any other; `resembling`:
 * those among them that other programs may have, with the setting that may be meant
 */
export function unreadVariables(
  env: Readonly<Record<string, string | undefined>>,
  settings: readonly string[],
  secrets: readonly string[],
): { wrong: string[]; unknown: string[]; resembling: { name: string; meant: string }[] } {
  const known = [...settings, ...secrets.map((name) => `${name}_FILE`), ...OTHER_VARIABLES.map(({ name }) => name)];
  const wrong: string[] = [];
  const unknown: string[] = [];
  const resembling: { name: string; meant: string }[] = [];
  const others = known.filter((name) => OF_OTHERS.test(name));
  for (const name of Object.keys(env).sort()) {
    if (known.includes(name) || BY_KUBERNETES.test(name) || (env[name] ?? '').startsWith('tcp://')) continue;
    const meant = known.find((one) => (one.startsWith(PREFIX) && isNearly(name, one)) || name === PREFIX + one);
    if (meant !== undefined) wrong.push(`${name} is no setting: did you mean ${meant}?`);
    else if (others.some((one) => isNearly(name, one))) {
      const near = others.find((one) => isNearly(name, one)) ?? '';
      unknown.push(`${name} is not read: the setting is ${near}`);
      resembling.push({ name, meant: near });
    } else if (!name.startsWith(PREFIX)) continue;
    else if (settings.includes(name.replace(/_FILE$/, '')))
      unknown.push(`${name} is not read: only secrets may stand in a file`);
    else unknown.push(`${name} is no setting, and nothing reads it`);
  }
  return { wrong, unknown, resembling };
}
