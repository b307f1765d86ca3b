import type { IncomingMessage, ServerResponse } from 'node:http';

export interface CookieOptions {
  path: string;
  /** Sent over https only. */
  secure: boolean;
  /** Seconds; 0 removes the cookie. */
  maxAge: number;
}

/** The value of a request's cookie; null when there is none. */
export function readCookie(req: IncomingMessage, name: string): string | null {
  for (const pair of (req.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return null;
}

/**
 * Sets a cookie that scripts cannot read and that requests from other sites do not carry. @param value letters, digits,
 * `-_./~`
 */
export function setCookie(res: ServerResponse, name: string, value: string, options: CookieOptions): void {
  if (!/^[\w\-./~]*$/.test(value))
    throw new Error(`the value of the cookie ${name} has a character that it must not have`);
  const attributes = [`path=${options.path}`, `max-age=${options.maxAge}`, 'httponly', 'samesite=lax'];
  if (options.maxAge === 0) attributes.push('expires=Thu, 01 Jan 1970 00:00:00 GMT');
  if (options.secure) attributes.push('secure');
  res.appendHeader('set-cookie', [`${name}=${value}`, ...attributes].join('; '));
}
