import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type RunningAcademy, type StartChoices, startAcademy } from '@academy/bench/academy';
import { type LessonRef, publishCourses } from '@academy/bench/courses';
import type { SignInPlace } from '@academy/bench/people';
import { findRunningPostgres } from '@academy/server/db/embedded-postgres';
import { type Learners, signInMany } from './learners.ts';

/** An academy in `local` with content and learners, on the embedded database or a given one. */
export interface PreparedAcademy {
  academy: RunningAcademy;
  databaseUrl: string;
  lessons: LessonRef[];
  learners: Learners;
}

/**
 * Starts an academy with the sample content, courses of 25 lessons and signed-in learners.
 *
 * @param databaseUrl null: the embedded database
 */
export async function prepareAcademy(
  folder: string,
  databaseUrl: string | null,
  given: { courses: number; learners: number; port?: number; env?: Readonly<Record<string, string>> },
): Promise<PreparedAcademy> {
  const dataFolder = join(folder, 'data');
  const academy = await startAcademy(dataFolder, given.port ?? 0, onDatabase(databaseUrl, given.env));
  try {
    const address = databaseUrl ?? findRunningPostgres(dataFolder);
    if (address === null) throw new Error('the database of the academy does not run');
    const learners = await signInMany(academy, address, given.learners);
    const { lessons } = await publishCourses(academy, given.courses);
    return { academy, databaseUrl: address, lessons, learners };
  } catch (error) {
    await academy.stop();
    throw error;
  }
}

/** The settings of an academy on a given database; without one those of this process do not count either. */
export function onDatabase(databaseUrl: string | null, env: Readonly<Record<string, string>> = {}): StartChoices {
  return { env: { DATABASE_URL: databaseUrl ?? '', ...env } };
}

/** Where people sign in at servers behind one reverse proxy. */
export function publicPlace(proxyPort: number, protocol: 'https' | 'http' = 'https'): SignInPlace {
  return {
    issuer: `${protocol}://localhost:${proxyPort}/idp/`,
    origin: (tenantId) => `${protocol}://${tenantId}.localhost:${proxyPort}`,
  };
}

const MAIL_THAT_NOBODY_SENDS = { ACADEMY_SMTP_URL: 'smtp://127.0.0.1:9', ACADEMY_MAIL_FROM: 'academy@example.org' };

/**
 * The settings that servers behind one reverse proxy share.
 *
 * @param place the address of the proxy
 */
export function sharedSettings(databaseUrl: string, place: SignInPlace): Record<string, string> {
  return {
    ACADEMY_ENVIRONMENT: 'prod',
    ACADEMY_IDENTITY: 'embedded',
    ACADEMY_ISSUER: place.issuer,
    ACADEMY_TENANT_ORIGINS: ['spring', 'kube', 'tanzu'].map((id) => `${id}=${place.origin(id)}`).join(','),
    ACADEMY_TRUSTED_PROXIES: '127.0.0.1',
    ACADEMY_KEY_SECRET: randomBytes(32).toString('base64'),
    ACADEMY_LOG_LEVEL: 'error',
    DATABASE_URL: databaseUrl,
    ...MAIL_THAT_NOBODY_SENDS,
  };
}
