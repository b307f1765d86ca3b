/** What a program needs beside the files of a lab. */
export interface ProgramNeed {
  /** What it runs against, or where it can be had. */
  from: 'cluster' | 'docker' | 'java' | 'debian' | 'image';
  /** Hosts that it fetches from. */
  hosts?: readonly string[];
}

const CENTRAL = ['repo.maven.apache.org'];
const GRADLE = ['services.gradle.org', 'plugins.gradle.org', 'repo.maven.apache.org'];

/**
 * What the programs of labs need that neither a browser nor a bare sandbox has. `debian`: a package of Debian brings it;
 * `image`: only the image of the lab's own platform has it.
 */
export const PROGRAM_NEEDS: Readonly<Record<string, ProgramNeed>> = {
  kubectl: { from: 'cluster' },
  k: { from: 'cluster' },
  helm: { from: 'cluster' },
  docker: { from: 'docker' },
  'docker-compose': { from: 'docker' },
  pack: { from: 'docker', hosts: ['registry-1.docker.io'] },
  java: { from: 'java' },
  javac: { from: 'java' },
  jar: { from: 'java' },
  mvn: { from: 'java', hosts: CENTRAL },
  mvnw: { from: 'java', hosts: CENTRAL },
  gradle: { from: 'java', hosts: GRADLE },
  gradlew: { from: 'java', hosts: GRADLE },
  sdk: { from: 'java', hosts: ['api.sdkman.io'] },
  http: { from: 'debian' },
  curl: { from: 'debian' },
  git: { from: 'debian' },
  vim: { from: 'debian' },
  vi: { from: 'debian' },
  nano: { from: 'debian' },
  watch: { from: 'debian' },
  ps: { from: 'debian' },
  tar: { from: 'debian' },
  psql: { from: 'debian' },
  node: { from: 'debian' },
  npm: { from: 'debian' },
  advisor: { from: 'image' },
  scan: { from: 'image' },
  apply: { from: 'image' },
  just: { from: 'image' },
  siege: { from: 'debian' },
  native: { from: 'image' },
};

/** What stands in for an environment in the table, the first that holds. */
export type Environment = 'cluster' | 'docker' | 'java-8' | 'java-17' | 'programs of Debian' | 'browser';

/**
 * The environment that a lab needs by the programs that its commands call.
 *
 * @param image of its own platform
 */
export function environmentNeeded(programs: readonly string[], image: string | null): Environment {
  const needs = new Set(
    programs.map((name) => (Object.hasOwn(PROGRAM_NEEDS, name) ? PROGRAM_NEEDS[name]?.from : null)),
  );
  if (needs.has('cluster')) return 'cluster';
  if (needs.has('docker')) return 'docker';
  if (/\bjdk8\b/.test(image ?? '')) return 'java-8';
  // The text of such a lab asks for builds, even where no action runs one.
  if (needs.has('java') || /\bjdk\d+\b/.test(image ?? '')) return 'java-17';
  return needs.has('debian') || needs.has('image') ? 'programs of Debian' : 'browser';
}

/** Hosts that a lab's programs fetch from; every build of Java needs Maven Central. */
export function hostsNeeded(programs: readonly string[], environment: Environment): string[] {
  const own = programs.flatMap((name) =>
    Object.hasOwn(PROGRAM_NEEDS, name) ? (PROGRAM_NEEDS[name]?.hosts ?? []) : [],
  );
  return [...new Set([...own, ...(environment.startsWith('java-') ? CENTRAL : [])])].sort();
}
