import { describe, expect, test } from 'vitest';
import { effectiveSettings } from '../composition/effective-settings.ts';
import { readSettings, settingWarnings } from '../composition/read-settings.ts';
import { bucketUrl, fileOrigins, redirectsOf, s3SettingsOf, writesToStore } from './file-store-settings.ts';

const S3 = {
  ACADEMY_S3_ENDPOINT: 'https://s3.example.org',
  ACADEMY_S3_BUCKET: 'academy-files',
  ACADEMY_S3_ACCESS_KEY: 'key',
  ACADEMY_S3_SECRET_KEY: 'very secret',
};
const read = (env: Record<string, string>) => readSettings({ ...S3, ...env });

describe('settings of the content store', () => {
  test('files stay in the database, and are streamed, without any', () => {
    const settings = readSettings({});
    expect([s3SettingsOf(settings), writesToStore(settings), redirectsOf(settings)]).toEqual([null, false, null]);
    expect(fileOrigins(settings)).toEqual([]);
  });

  test('new files go to a store that is set, unless switched off', () => {
    expect(writesToStore(read({}))).toBe(true);
    expect(writesToStore(read({ ACADEMY_CONTENT_FILES: 'database' }))).toBe(false);
    expect(s3SettingsOf(read({ ACADEMY_CONTENT_FILES: 'database' }))).toMatchObject({ bucket: 'academy-files' });
  });

  test('readers are redirected by choice or to a CDN, whose origin pages allow', () => {
    expect(redirectsOf(read({}))).toBeNull();
    expect(fileOrigins(read({ ACADEMY_S3_DELIVERY: 'redirect' }))).toEqual(['https://s3.example.org']);
    const hosted = { ACADEMY_S3_DELIVERY: 'redirect', ACADEMY_S3_PATH_STYLE: 'off' };
    expect(fileOrigins(read(hosted))).toEqual(['https://academy-files.s3.example.org']);
    const cdn = read({ ACADEMY_S3_PUBLIC_URL: 'https://files.example.org/a/' });
    expect([redirectsOf(cdn), fileOrigins(cdn)]).toEqual([
      { publicUrl: 'https://files.example.org/a' },
      ['https://files.example.org'],
    ]);
  });

  test('the bucket is named in the path or in the host', () => {
    const settings = { endpoint: 'https://s3.example.org:9000', bucket: 'b' };
    expect(bucketUrl({ ...settings, pathStyle: true }).href).toBe('https://s3.example.org:9000/b/');
    expect(bucketUrl({ ...settings, pathStyle: false }).href).toBe('https://b.s3.example.org:9000/');
  });

  test.each([
    [{ ACADEMY_S3_SECRET_KEY: '' }, 'a content store needs ACADEMY_S3_SECRET_KEY as well'],
    [{ ACADEMY_S3_ENDPOINT: 's3.example.org' }, 'ACADEMY_S3_ENDPOINT must be an address'],
    [{ ACADEMY_S3_ENDPOINT: 'https://s3.example.org/bucket' }, 'without a path'],
    [{ ACADEMY_S3_BUCKET: 'My Bucket' }, 'must be the name of a bucket'],
    [{ ACADEMY_S3_PUBLIC_URL: 'http://files.example.org' }, 'ACADEMY_S3_PUBLIC_URL must be an https'],
    [
      { ACADEMY_S3_PUBLIC_URL: 'https://files.example.org', ACADEMY_S3_DELIVERY: 'stream' },
      'ACADEMY_S3_PUBLIC_URL has no effect',
    ],
  ])('%o is refused at the start', (env, problem) => {
    expect(() => read(env)).toThrow(problem);
  });

  test('a CDN needs another origin than the academies', () => {
    const env = {
      ACADEMY_ENVIRONMENT: 'dev',
      ACADEMY_ISSUER: 'https://login.example.org',
      ACADEMY_AUDIENCE: 'a',
      ACADEMY_TENANT_ORIGINS: 'spring=https://spring.example.org',
    };
    const sameOrigin = { ...env, ACADEMY_S3_PUBLIC_URL: 'https://spring.example.org/files' };
    expect(() => read(sameOrigin)).toThrow('must have another origin than the academies');
    const plain = { ...env, ACADEMY_S3_ENDPOINT: 'http://minio:9000' };
    expect(settingWarnings({}, read(plain)).join()).toContain('ACADEMY_S3_ENDPOINT has an address without TLS');
  });

  test('choices about a store that is not set are refused', () => {
    expect(() => readSettings({ ACADEMY_CONTENT_FILES: 's3' })).toThrow(
      'ACADEMY_CONTENT_FILES=s3 needs ACADEMY_S3_ENDPOINT',
    );
    expect(() => readSettings({ ACADEMY_S3_DELIVERY: 'redirect' })).toThrow('ACADEMY_S3_DELIVERY needs');
  });

  test('the secret key is never shown', () => {
    expect(JSON.stringify(effectiveSettings(S3, {}, []))).not.toContain('very secret');
  });
});
