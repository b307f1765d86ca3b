/** A training portal that the contract suite runs against, and what it may use there. */
export interface RealPortal {
  /** Origin. */
  url: string;
  robot: { user: string; password: string; clientId: string; clientSecret: string };
  /** A small lab of which it may start a handful of sessions. */
  workshop: string;
}

/**
 * Reads the address of a portal with the account of its robot:
 * `https://user:password@labs.example.org/?client=id:secret&workshop=name`, each part percent-encoded where it needs that.
 *
 * @returns null when there is none
 * @throws Error that names what is missing
 */
export function realPortal(address: string | undefined): RealPortal | null {
  if (address === undefined || address === '') return null;
  if (!URL.canParse(address)) throw new Error('LAB_PORTAL_URL is no address');
  const url = new URL(address);
  const [, clientId = '', clientSecret = ''] = /^([^:]*):(.*)$/.exec(url.searchParams.get('client') ?? '') ?? [];
  const robot = {
    user: decodeURIComponent(url.username) || 'robot@educates',
    password: decodeURIComponent(url.password),
    clientId,
    clientSecret,
  };
  const workshop = url.searchParams.get('workshop') ?? '';
  const missing = [
    robot.password === '' && 'the password of the robot',
    (clientId === '' || clientSecret === '') && '?client=id:secret',
    workshop === '' && '&workshop=name',
  ].filter((part) => part !== false);
  if (missing.length > 0) throw new Error(`LAB_PORTAL_URL lacks ${missing.join(', ')}`);
  return { url: url.origin, robot, workshop };
}
