import { randomBytes } from 'node:crypto';

/** A port of a lab, as the name of its host says it. */
export interface PageHost {
  /** The lab host that runs the lab. */
  hostId: string;
  /** Stands for the lab and a log-in of its learner; cannot be guessed. */
  token: string;
  port: number;
}

/** Labels have 63 characters at most: 32 of the lab host, 24 of the token, a dash, 5 of the port. */
const LABEL = /^([0-9a-f]{32})([a-z2-7]{24})-([1-9]\d{3,4})$/;
const UUID = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';

/** A new token: 120 random bits. */
export const newPageToken = (): string =>
  Array.from(randomBytes(24), (byte) => LETTERS[byte % LETTERS.length]).join('');

/**
 * The port of a lab that a host names, below whatever origin.
 *
 * @param asked header `Host`
 */
export function pageHostOf(asked: string | undefined): PageHost | null {
  const [label = ''] = nameOf(asked).split('.', 1);
  const [, owner, token, port] = LABEL.exec(label) ?? [];
  if (owner === undefined || token === undefined || Number(port) > 65_535) return null;
  return { hostId: owner.replace(UUID, '$1-$2-$3-$4-$5'), token, port: Number(port) };
}

/**
 * Hosts of what labs serve. Each log-in, lab and port has a host of its own, and so an origin of its own: pages of one see
 * nothing of another, and nothing of the academy.
 *
 * @param origin `https://labs.example.org`, below which they are
 */
export function pageHosts(origin: string) {
  const { protocol, host, hostname } = new URL(origin);
  const labelOf = ({ hostId, token, port }: PageHost): string => `${hostId.replaceAll('-', '')}${token}-${port}`;
  return {
    isHttps: protocol === 'https:',

    /** Source expression of all of them, for policies. */
    source: `${protocol}//*.${host}`,

    /** Whether a request is for such a host, or for the one above them. @param asked header `Host` */
    isOurs(asked: string | undefined): boolean {
      const name = nameOf(asked);
      return name === hostname || name.endsWith(`.${hostname}`);
    },

    /** @param asked header `Host` @returns null when it names no port of a lab below this origin */
    read(asked: string | undefined): PageHost | null {
      const found = pageHostOf(asked);
      return found !== null && nameOf(asked) === `${labelOf(found)}.${hostname}` ? found : null;
    },

    originOf: (place: PageHost): string => `${protocol}//${labelOf(place)}.${host}`,
  };
}

export type PageHosts = ReturnType<typeof pageHosts>;

/** The name alone, as browsers compare them. */
const nameOf = (asked = ''): string => asked.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');

/** What two hosts share that are one, or of which one is below the other: cookies of the upper one reach the lower one. */
export const areRelated = (one: string, other: string): boolean =>
  one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
