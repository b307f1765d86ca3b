import { expect } from '@playwright/test';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const NONE = ["'none'"];
const LAB = /\/lab$/;

/** The directives of a content security policy, with their sources. */
export function directivesOf(policy: string): Map<string, string[]> {
  return new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources];
    }),
  );
}

/**
 * Expects the headers that the document of every screen must have.
 * @param connect origins that the page may call besides its own
 */
export function expectSafeDocument(
  headers: Headers,
  path: string,
  { https = false, connect = [] as string[] } = {},
): void {
  const policy = String(headers['content-security-policy']);
  const directives = directivesOf(policy);
  const isLab = LAB.test(path);
  for (const name of ['default-src', 'object-src', 'base-uri', 'frame-ancestors'])
    expect(directives.get(name), `${name} of ${path}`).toEqual(NONE);
  // One script by its hash, and the built files only.
  expect(directives.get('script-src'), path).toEqual(["'self'", expect.stringMatching(/^'sha256-[\w+/]{43}='$/)]);
  const styles = directives.get('style-src') ?? [];
  expect(styles[0], path).toBe("'self'");
  // The terminal and editor of labs add styles of their own.
  if (isLab) expect(styles.slice(1), path).toEqual(["'unsafe-inline'"]);
  else for (const style of styles.slice(1)) expect(style, path).toMatch(/^'sha256-/);
  expect(policy.replace(isLab ? /style-src [^;]*/ : '', ''), path).not.toMatch(/unsafe-|\*|\bhttps?:(?!\/\/)|\bblob:/);
  expect(directives.get('img-src'), path).toEqual(["'self'", 'data:']);
  expect(directives.get('form-action'), path).toEqual(["'self'"]);
  expect(directives.get('connect-src'), path).toEqual(["'self'", ...connect]);
  expect(directives.get('require-trusted-types-for'), path).toEqual(["'script'"]);
  expect(directives.get('trusted-types'), path).toEqual(['app', 'dompurify', "'allow-duplicates'"]);
  expect(directives.get('report-uri'), path).toEqual(['/csp-reports']);
  expect(directives.get('report-to'), path).toEqual(https ? ['csp'] : undefined);
  expectSafeAnswer(headers, path, { https });
}

/** Headers that every response must have. */
export function expectSafeAnswer(headers: Headers, path: string, { https = false } = {}): void {
  expect(String(headers['content-security-policy']), path).toContain("default-src 'none'");
  expect(headers['x-content-type-options'], path).toBe('nosniff');
  expect(headers['referrer-policy'], path).toMatch(/^(?:strict-origin-when-cross-origin|same-origin|no-referrer)$/);
  expect(headers['cross-origin-opener-policy'], path).toBe('same-origin');
  expect(headers['permissions-policy'], path).toBe('camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  expect(headers['strict-transport-security'], path).toBe(https ? 'max-age=31536000; includeSubDomains' : undefined);
}
