import { APP_SCHEMES } from '@academy/contract/rules/app-schemes';

/**
 * Allowed targets of a link in content: https, mailto, programs on the reader's machine (`APP_SCHEMES`) and paths of
 * this site; any other link becomes text. `http:` addresses of public hosts are upgraded, those of the reader's own
 * machine belong to exercises.
 */
export type SafeLink =
  | { kind: 'external'; href: string; upgraded: boolean }
  | { kind: 'mail'; href: string }
  /** Opened by a program on the reader's machine: a telephone, an editor, a client for files. */
  | { kind: 'app'; href: string }
  | { kind: 'site'; href: string }
  | { kind: 'anchor'; fragment: string }
  /** Relative to the page, without a leading `.` or `/`. */
  | { kind: 'relative'; href: string }
  | { kind: 'exercise' }
  | { kind: 'script' }
  | { kind: 'refused' };

/** Stands in for the host that serves the page; never part of a result. */
const SITE = 'https://site.invalid';
const SCRIPT_SCHEMES = new Set(['javascript:', 'vbscript:', 'data:', 'blob:', 'file:']);
/** Programs take what follows these schemes for a host, and one that begins with a dash for an option. */
const HOST_SCHEMES = new Set(['ssh:', 'sftp:', 'ftp:', 'ftps:', 'git:', 'git+ssh:']);

/** Checks an address after URL parsing, as a browser will read it. */
export function safeLink(address: string): SafeLink {
  const text = address.trim();
  if (text === '') return { kind: 'refused' };
  if (text.startsWith('#')) return { kind: 'anchor', fragment: decodeFragment(text.slice(1)) };
  const url = URL.parse(text, `${SITE}/a/b/c`);
  if (url === null) return { kind: 'refused' };
  if (APP_SCHEMES.includes(url.protocol.slice(0, -1))) return appLink(url);
  if (url.username !== '' || url.password !== '') return { kind: 'refused' };
  if (url.protocol === 'mailto:')
    return /^mailto:.*[@?]/i.test(url.href) ? { kind: 'mail', href: url.href } : { kind: 'refused' };
  if (SCRIPT_SCHEMES.has(url.protocol)) return { kind: 'script' };
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { kind: 'refused' };
  if (url.origin === SITE && !/^[a-z]+:/i.test(text)) return onSite(text, url);
  if (isExerciseHost(url.hostname)) return { kind: 'exercise' };
  const upgraded = url.protocol === 'http:';
  if (upgraded) {
    if (url.port !== '') return { kind: 'exercise' };
    url.protocol = 'https:';
  }
  return { kind: 'external', href: url.href, upgraded };
}

function appLink(url: URL): SafeLink {
  if (url.password !== '') return { kind: 'refused' };
  if (url.protocol === 'tel:' || url.protocol === 'sms:') {
    const [number = '', tail = ''] = url.href.split(/(?=\?)/, 2);
    const plain = decodeFragment(number).replace(/[\s()/-]/g, '');
    // Some telephones dial codes of the network, which hold other signs, without asking.
    if (!/^[a-z]+:\+?[\d.,]{2,30}(?:;ext=\d{1,10})?$/.test(plain)) return { kind: 'refused' };
    return { kind: 'app', href: url.protocol === 'sms:' ? plain + tail : plain };
  }
  const isOption = [url.hostname, url.username].some((part) => decodeFragment(part).startsWith('-'));
  if (HOST_SCHEMES.has(url.protocol) && (url.hostname === '' || isOption)) return { kind: 'refused' };
  return { kind: 'app', href: url.href };
}

function onSite(text: string, url: URL): SafeLink {
  const tail = `${url.search}${url.hash}`;
  if (/^[\\/]/.test(text)) {
    // A path such as `/..//host` must not become the address of another host.
    return { kind: 'site', href: `${url.pathname.replace(/^\/{2,}/, '/')}${tail}` };
  }
  // Without the characters that URL parsing drops (tabs, line breaks); the path part of a relative address stays as
  // written.
  const href = text.replace(/[\t\n\r]/g, '').replaceAll('\\', '/');
  if (/^\.{1,2}(?:\/|$|[?#])/.test(href) || href.startsWith('?')) return { kind: 'site', href };
  return { kind: 'relative', href };
}

/** The reader's own machine and names without a dot: addresses of exercises. */
function isExerciseHost(host: string): boolean {
  if (!host.includes('.') || host.startsWith('[')) return true;
  return /\.(?:localhost|local|internal|invalid|test)$/.test(host) || /^(?:\d+\.){3}\d+$/.test(host);
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** The scheme of an address, in lower case and with its colon; null for a path. */
export function schemeOf(address: string): string | null {
  return /^\s*([a-z][a-z\d+.-]*:)/i.exec(address)?.[1]?.toLowerCase() ?? null;
}

/** An https address in normal form, or null. */
export function httpsUrl(address: string): string | null {
  const link = safeLink(address);
  return link.kind === 'external' ? link.href : null;
}
