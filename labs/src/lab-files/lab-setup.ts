/** Folder of packages in the home folder; hidden from the editor, as everything that begins with a dot. */
export const PACKAGES = '.local/share/packages';
/** Folder of a lab's own start-up scripts and files, in the home folder. */
export const OWN_SCRIPTS = '.local/share/workshop';

/** Files that a lab brings along: a packed tar. */
export interface LabPackOf {
  /** SHA-256 of the packed bytes. */
  hash: string;
  packedBytes: number;
  /** Folder from the home folder into which it is unpacked. */
  folder: string;
}

/** What happens in a new sandbox before its learner enters. */
export interface LabSetup {
  /** In their order; later ones win. */
  packs: readonly LabPackOf[];
  /** The lab's own `setup.d`, `profile.d` and `profile`, by paths in its folder `workshop`. */
  scripts: readonly { path: string; text: string }[];
  /** Of all its programs. */
  variables: Readonly<Record<string, string>>;
}

/** Where a pack goes. @param packageName null: the home folder */
export const folderOfPack = (packageName: string | null, path: string): string =>
  packageName === null ? path : path === '.' ? `${PACKAGES}/${packageName}` : `${PACKAGES}/${packageName}/${path}`;

/** What a session of a lab says of itself to its programs. */
export interface SessionTerms {
  /** Name of the workshop. */
  workshop: string;
  /** Name of this session, of small letters, digits and dashes. */
  session: string;
  /** `session.env` of the definition. */
  env: readonly { name: string; value: string }[];
  /** `request.parameters` of the definition, with their defaults. */
  parameters: readonly { name: string; value: string }[];
}

/** Applications of the lab platform, each with a variable that says whether it is on. */
const OFF = ['CONSOLE', 'DOCKER', 'REGISTRY', 'GIT', 'EXAMINER', 'SLIDES', 'UPLOADS', 'VCLUSTER', 'WEBDAV', 'SSHD'];
const VARIABLE_NAME = /^[A-Za-z_]\w{0,99}$/;
/** Variables on which the sandbox itself depends. */
const TAKEN = new Set([
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'PATH',
  'LAB_PROCESSES',
  'BASH_ENV',
  'ENV',
  'PROMPT_COMMAND',
  'WORKSHOP_ENV',
]);

/** Variables of every program in a session, as on the lab platform; `$(name)` in values is filled in. */
export function sessionVariables({ workshop, session, env, parameters }: SessionTerms): Record<string, string> {
  const domain = 'localhost';
  const own: Record<string, string> = {
    WORKSHOP_NAME: workshop,
    SESSION_NAME: session,
    SESSION_ID: session,
    SESSION_NAMESPACE: session,
    SESSION_HOSTNAME: `${session}.${domain}`,
    SESSION_URL: `http://${session}.${domain}`,
    ENVIRONMENT_NAME: workshop,
    WORKSHOP_NAMESPACE: workshop,
    TRAINING_PORTAL: 'academy',
    INGRESS_PROTOCOL: 'http',
    INGRESS_DOMAIN: domain,
    INGRESS_PORT: '80',
    INGRESS_PORT_SUFFIX: '',
    PLATFORM_ARCH: process.arch === 'x64' ? 'amd64' : process.arch,
    IMAGE_REPOSITORY: domain,
    ASSETS_REPOSITORY: domain,
    SERVICES_PASSWORD: session,
    ENABLE_TERMINAL: 'true',
    ENABLE_EDITOR: 'true',
    ...Object.fromEntries(OFF.map((name) => [`ENABLE_${name}`, 'false'])),
  };
  const given: Record<string, string> = {};
  for (const { name, value } of [...parameters, ...env]) {
    if (!VARIABLE_NAME.test(name) || TAKEN.has(name)) continue;
    given[name] = value.replace(/\$\((\w+)\)/g, (whole, variable: string) => {
      const known = { ...own, ...given }[variable] ?? own[variable.toUpperCase()];
      return known ?? whole;
    });
  }
  return { ...own, ...given };
}
