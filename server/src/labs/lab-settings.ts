import { areRelated } from '@academy/labs/lab-hosts/page-hosts';
import * as v from 'valibot';
import { setting } from '../settings/setting.ts';
import {
  byName,
  environmentPerImage,
  listenAddress,
  oneOf,
  origin,
  perTenant,
  robotAccounts,
  text,
  wholeNumber,
} from '../settings/setting-types.ts';
import { LAB_ENGINES } from './lab-engines.ts';

const HOST_ADDRESS = /^https?:\/\/(?:\[[\da-fA-F:.]{2,45}\]|[\w-]{1,63}(?:\.[\w-]{1,63}){0,10})(?::\d{1,5})?$/;

/** `http://10.0.0.21:4000`: where servers reach a lab host. */
const LabHostAddressSchema = v.pipe(
  text(),
  v.check(
    (value) => HOST_ADDRESS.test(value) && URL.canParse(value),
    'must be scheme, host and port of a lab host, such as http://10.0.0.21:4000',
  ),
);

/** Settings of labs. */
export const LAB_SETTINGS = {
  labDevOrigin: setting(
    'ACADEMY_LAB_DEV_ORIGIN',
    origin(),
    null,
    'In `local`: origin under which labs are known, in place of the page’s own.',
  ),
  labEngines: setting(
    'ACADEMY_LAB_ENGINES',
    perTenant(oneOf(LAB_ENGINES)),
    null,
    'What runs the labs of a tenant: `spring=educates`. `browser` where nothing is said: the learner’s own browser. `sandbox`: lab hosts, which run what learners write behind the walls of bubblewrap: a process of this server’s own, or those of `ACADEMY_LAB_HOSTS`. `educates`: the training portals below.',
  ),
  labPortals: setting(
    'ACADEMY_LAB_PORTALS',
    byName(origin()),
    null,
    'Educates training portals by a name of your choice: `main=https://labs.example.org,java=https://java-labs.example.org`. A lab runs on the first that offers its workshop.',
  ),
  labPortalRobots: setting(
    'ACADEMY_LAB_PORTAL_ROBOTS',
    robotAccounts(),
    null,
    'Robot account of each portal as JSON: `{"main":{"user":"...","password":"...","clientId":"...","clientSecret":"..."}}`.',
  ),
  labHosts: setting(
    'ACADEMY_LAB_HOSTS',
    byName(LabHostAddressSchema),
    null,
    'Lab hosts on other machines by a name of your choice, where `./academy lab-host start` runs: `one=http://10.0.0.21:4000,two=http://10.0.0.22:4000`. All servers of an academy name the same. A lab starts at the one with the most free memory. The settings of sandboxes are those of each lab host. Left out, the server starts a lab host of its own.',
  ),
  labHostSecret: setting(
    'ACADEMY_LAB_HOST_SECRET',
    v.pipe(text(), v.minLength(32, 'must have at least 32 characters')),
    null,
    'Signs what servers ask of the lab hosts of `ACADEMY_LAB_HOSTS`: the same for all servers and lab hosts of an academy.',
  ),
  labHostSecretBefore: setting(
    'ACADEMY_LAB_HOST_SECRET_BEFORE',
    v.pipe(text(), v.minLength(32, 'must have at least 32 characters')),
    null,
    'For `./academy lab-host start`, while the secret is being changed: the former one, with which servers may still sign.',
  ),
  labHostListen: setting(
    'ACADEMY_LAB_HOST_LISTEN',
    listenAddress(),
    '127.0.0.1:4000',
    'For `./academy lab-host start`: address and port on which it listens, such as `10.0.0.21:4000`.',
  ),
  labHostNumber: setting(
    'ACADEMY_LAB_HOST_NUMBER',
    wholeNumber(0, 99_999_999),
    null as number | null,
    'For `./academy lab-host start`: a number that no other lab host of the academy has. Addresses of terminals and names of pages of its labs begin with it, in eight digits, so that a reverse proxy leads them straight there.',
  ),
  labHostDrainMinutes: setting(
    'ACADEMY_LAB_HOST_DRAIN_MINUTES',
    wholeNumber(0, 1_440),
    0,
    'For `./academy lab-host start`: how long it lets its labs go on after it was asked to stop, while it takes no new ones. Labs that are left then end, with their files.',
  ),
  labSandboxes: setting(
    'ACADEMY_LAB_SANDBOXES',
    wholeNumber(1, 10_000),
    50,
    'Most labs in sandboxes of a lab host at once.',
  ),
  labSandboxMinutes: setting(
    'ACADEMY_LAB_SANDBOX_MINUTES',
    wholeNumber(1, 1_440),
    60,
    'How long a lab in a sandbox runs; by extensions at most twice as long.',
  ),
  labSandboxMegabytes: setting(
    'ACADEMY_LAB_SANDBOX_MEGABYTES',
    wholeNumber(64, 65_536),
    512,
    'Memory of one lab in a sandbox, megabytes, its files included; these may have half of it.',
  ),
  labEnvironments: setting(
    'ACADEMY_LAB_ENVIRONMENTS',
    text(),
    null,
    'Folder of the environments of labs in sandboxes, which `./academy labs environment` makes; `lab-environments` in the data folder when left out.',
  ),
  labImages: setting(
    'ACADEMY_LAB_IMAGES',
    environmentPerImage(),
    null,
    'Environments that stand for the images that workshops name: `jdk17-environment=java-17,jdk8-environment=java-17`. `*` is for all other images, `none` says that nothing stands for an image, `host` means the programs of the lab host itself, which is what images get that nothing is said of. It wins over what environments say of themselves.',
  ),
  labMachines: setting(
    'ACADEMY_LAB_MACHINES',
    text(),
    null,
    'Folder of the images of Linux machines that run labs in the learner’s browser, which `./academy labs image` makes; `lab-images` in the data folder when left out.',
  ),
  labProofs: setting(
    'ACADEMY_LAB_PROOFS',
    oneOf(['on', 'off']),
    'off' as const,
    'Whether this server runs the checks that learners pass in their browser once more, on the work that is kept, and counts those that pass as proved. It needs images of Linux machines, up to 1 GB of memory and one processor for some seconds per check, one learner after the other.',
  ),
  labPagesOrigin: setting(
    'ACADEMY_LAB_PAGES_ORIGIN',
    origin(),
    null,
    'Origin below which what programs in sandboxes serve is shown, each port of each lab at a host of its own: with `https://academy-labs.example.net` these are `https://...-8080.academy-labs.example.net`. Its name and certificate must cover `*.`, and no academy may lie above or below it; best is a domain that has nothing else. In `local` `http://labs.localhost` with the port of the server; elsewhere nothing is shown when left out.',
  ),
  labStartsPerMinute: setting(
    'ACADEMY_LAB_STARTS_PER_MINUTE',
    wholeNumber(1, 1_000_000),
    20,
    'Starts, extensions and ends of labs a minute of one person.',
  ),
} as const;

interface LabValues {
  environment: string;
  labDevOrigin: string | null;
  labEngines: Readonly<Record<string, string>> | null;
  labPortals: Readonly<Record<string, string>> | null;
  labPortalRobots: object | null;
  labHosts: Readonly<Record<string, string>> | null;
  labHostSecret: string | null;
  labPagesOrigin: string | null;
  tenantOrigins: Readonly<Record<string, string>> | null;
  staticOrigins: Readonly<Record<string, string>> | null;
  allowedOrigins: readonly string[];
  issuer: string | null;
}

const hostOf = (address: string): string => new URL(address).hostname;

/** Hosts of the academy whose cookies labs could reach, or the other way round. */
function hostsNearPages({ labPagesOrigin, tenantOrigins, staticOrigins, allowedOrigins, issuer }: LabValues): string[] {
  if (labPagesOrigin === null) return [];
  const ours = [
    ...Object.values({ ...tenantOrigins }),
    ...Object.values({ ...staticOrigins }),
    ...allowedOrigins,
    ...(issuer === null ? [] : [issuer]),
  ];
  return [...new Set(ours.map(hostOf))].filter((host) => areRelated(host, hostOf(labPagesOrigin)));
}

/** The last two labels of a name: good enough for a hint. */
const domainOf = (host: string): string => host.split('.').slice(-2).join('.');

/** Choices that work, and are weaker than others. */
export function riskyLabChoices({ labPagesOrigin, issuer }: LabValues): string[] {
  const isNear =
    labPagesOrigin !== null && issuer !== null && domainOf(hostOf(labPagesOrigin)) === domainOf(hostOf(issuer));
  return isNear
    ? [
        `ACADEMY_LAB_PAGES_ORIGIN shares the domain ${domainOf(hostOf(issuer))} with ACADEMY_ISSUER: scripts of labs can set cookies for it, though read none; choose a domain that has nothing else`,
      ]
    : [];
}

/** Where pages of labs are shown; null: nowhere. @param port of the server */
export function labPagesOriginOf(
  { labPagesOrigin, environment }: Pick<LabValues, 'labPagesOrigin' | 'environment'>,
  port: number,
): string | null {
  return labPagesOrigin ?? (environment === 'local' ? `http://labs.localhost:${port}` : null);
}

/** Contradictions among the settings of labs. */
export function labProblems(s: LabValues): string[] {
  const problems: string[] = [];
  if (s.environment !== 'local' && s.labDevOrigin !== null)
    problems.push('ACADEMY_LAB_DEV_ORIGIN works in "local" only');
  const near = hostsNearPages(s);
  if (near.length > 0)
    problems.push(
      `ACADEMY_LAB_PAGES_ORIGIN must have a host of its own, neither above nor below ${near.join(', ')}: labs and academies would share cookies`,
    );
  if (s.labHosts !== null && s.labHostSecret === null)
    problems.push('ACADEMY_LAB_HOST_SECRET is required where ACADEMY_LAB_HOSTS names lab hosts');
  const portals = Object.keys(s.labPortals ?? {});
  if (portals.length === 0 && Object.values(s.labEngines ?? {}).includes('educates'))
    problems.push('ACADEMY_LAB_PORTALS is required where ACADEMY_LAB_ENGINES says educates');
  if (
    portals.sort().join() !==
    Object.keys(s.labPortalRobots ?? {})
      .sort()
      .join()
  )
    problems.push('ACADEMY_LAB_PORTAL_ROBOTS must name the same portals as ACADEMY_LAB_PORTALS');
  return problems;
}
