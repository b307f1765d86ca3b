import * as v from 'valibot';
import { setting } from '../settings/setting.ts';
import { oneOf, text, webAddress } from '../settings/setting-types.ts';

/** Names that every store takes. */
const BucketSchema = v.pipe(
  text(),
  v.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket: 3 to 63 of a-z, 0-9, "." and "-"'),
);

const endpoint = () =>
  v.pipe(
    text(),
    v.check(isEndpoint, 'must be an address such as https://s3.eu-central-1.example.org, without a path'),
    v.transform((value) => new URL(value).origin),
  );

function isEndpoint(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || !['https:', 'http:'].includes(url.protocol)) return false;
  return url.pathname === '/' && `${url.username}${url.password}${url.search}${url.hash}` === '';
}

/** Settings of the S3-compatible store that holds files of the content. */
export const FILE_STORE_SETTINGS = {
  contentFiles: setting(
    'ACADEMY_CONTENT_FILES',
    oneOf(['database', 's3']),
    null,
    'Where files of newly published content are written: `database`, or `s3`, the default once `ACADEMY_S3_ENDPOINT` is set. Files are read from where they lie; [`./academy content files move`](../how-to/content-files-in-s3.md) moves them.',
  ),
  s3Endpoint: setting(
    'ACADEMY_S3_ENDPOINT',
    endpoint(),
    null,
    'Address of an S3-compatible store for pictures, videos, downloads and versions of the content: `https://s3.eu-central-1.amazonaws.com`. Bucket and keys belong to it. See [content files in S3](../how-to/content-files-in-s3.md).',
  ),
  s3Region: setting('ACADEMY_S3_REGION', text(), 'us-east-1', 'Region of the bucket, as requests to it are signed.'),
  s3Bucket: setting('ACADEMY_S3_BUCKET', BucketSchema, null, 'Bucket for this academy alone. It is never made public.'),
  s3AccessKey: setting('ACADEMY_S3_ACCESS_KEY', text(), null, 'Access key of the store.'),
  s3SecretKey: setting('ACADEMY_S3_SECRET_KEY', text(), null, 'Secret key of the store.'),
  s3PathStyle: setting(
    'ACADEMY_S3_PATH_STYLE',
    oneOf(['on', 'off']),
    'on' as const,
    'Whether the bucket is named in the path (`https://s3.example.org/bucket/`), which every store knows, or with `off` in the host name (`https://bucket.s3.example.org/`).',
  ),
  s3Delivery: setting(
    'ACADEMY_S3_DELIVERY',
    oneOf(['stream', 'redirect']),
    null,
    'How large pictures, videos and downloads reach readers: `stream` through the server, or `redirect` to addresses of the store that are signed and expire; the default once `ACADEMY_S3_PUBLIC_URL` is set. `stream` otherwise.',
  ),
  s3PublicUrl: setting(
    'ACADEMY_S3_PUBLIC_URL',
    v.pipe(
      webAddress(),
      v.check((value) => !/[?#]/.test(value), 'must have neither query nor fragment'),
      v.transform((value) => value.replace(/\/+$/, '')),
    ),
    null,
    'Address of a CDN in front of the bucket, to which readers are redirected in place of the store’s own: `https://files.example.org`. It passes path and query on.',
  ),
} as const;

/** The settings by which the store is reached. */
export interface S3Settings {
  endpoint: string;
  region: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
  pathStyle: boolean;
}

/** What readers are redirected to; null: files are streamed through the server. */
export interface Redirects {
  /** Address of the CDN, without a slash at its end; null: the store itself. */
  publicUrl: string | null;
}

/** The values of the settings above. */
export interface FileStoreValues {
  contentFiles: 'database' | 's3' | null;
  s3Endpoint: string | null;
  s3Region: string;
  s3Bucket: string | null;
  s3AccessKey: string | null;
  s3SecretKey: string | null;
  s3PathStyle: 'on' | 'off';
  s3Delivery: 'stream' | 'redirect' | null;
  s3PublicUrl: string | null;
}

/** How the store is reached; null when none is set. */
export function s3SettingsOf(s: FileStoreValues): S3Settings | null {
  const { s3Endpoint: endpoint, s3Bucket: bucket, s3AccessKey: accessKey, s3SecretKey: secretKey } = s;
  if (endpoint === null || bucket === null || accessKey === null || secretKey === null) return null;
  return { endpoint, bucket, accessKey, secretKey, region: s.s3Region, pathStyle: s.s3PathStyle === 'on' };
}

/** Whether new files are written to the store. */
export const writesToStore = (s: FileStoreValues): boolean => s3SettingsOf(s) !== null && s.contentFiles !== 'database';

/** @returns null: files are streamed through the server */
export function redirectsOf(s: FileStoreValues): Redirects | null {
  if (s3SettingsOf(s) === null) return null;
  const delivery = s.s3Delivery ?? (s.s3PublicUrl === null ? 'stream' : 'redirect');
  return delivery === 'redirect' ? { publicUrl: s.s3PublicUrl } : null;
}

/** Origins to which readers are redirected: the policy of pages must name them. */
export function fileOrigins(s: FileStoreValues): string[] {
  const store = s3SettingsOf(s);
  const redirects = redirectsOf(s);
  if (store === null || redirects === null) return [];
  return [redirects.publicUrl === null ? bucketUrl(store).origin : new URL(redirects.publicUrl).origin];
}

/** Address of the bucket, with a slash at its end. */
export function bucketUrl({ endpoint, bucket, pathStyle }: Pick<S3Settings, 'endpoint' | 'bucket' | 'pathStyle'>): URL {
  if (pathStyle) return new URL(`/${bucket}/`, endpoint);
  const { protocol, host } = new URL(endpoint);
  return new URL(`${protocol}//${bucket}.${host}/`);
}

/** Problems between these settings. */
export function fileStoreProblems(
  s: FileStoreValues & { tenantOrigins: Readonly<Record<string, string | undefined>> | null },
): string[] {
  const parts = {
    ACADEMY_S3_ENDPOINT: s.s3Endpoint,
    ACADEMY_S3_BUCKET: s.s3Bucket,
    ACADEMY_S3_ACCESS_KEY: s.s3AccessKey,
    ACADEMY_S3_SECRET_KEY: s.s3SecretKey,
  };
  const missing = Object.entries(parts).filter(([, value]) => value === null);
  const names = missing.map(([name]) => name);
  const isSet = missing.length < Object.keys(parts).length;
  const needs = {
    'ACADEMY_CONTENT_FILES=s3': s.contentFiles === 's3',
    ACADEMY_S3_DELIVERY: s.s3Delivery !== null,
    ACADEMY_S3_PUBLIC_URL: s.s3PublicUrl !== null,
  };
  const isOurs = Object.values(s.tenantOrigins ?? {}).includes(URL.parse(s.s3PublicUrl ?? '')?.origin);
  return [
    ...(isSet && names.length > 0 ? [`a content store needs ${names.join(', ')} as well`] : []),
    ...(isSet
      ? []
      : Object.entries(needs).flatMap(([name, given]) => (given ? [`${name} needs ACADEMY_S3_ENDPOINT`] : []))),
    // Files there have no sandbox of ours.
    ...(isOurs ? ['ACADEMY_S3_PUBLIC_URL must have another origin than the academies'] : []),
    ...(s.s3PublicUrl !== null && s.s3Delivery === 'stream'
      ? ['ACADEMY_S3_PUBLIC_URL has no effect with ACADEMY_S3_DELIVERY=stream']
      : []),
  ];
}
