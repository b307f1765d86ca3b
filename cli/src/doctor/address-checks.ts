import { isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Settings } from '@academy/server/composition/settings';
import { type Finding, warning, well, wrong } from './check.ts';

const CONNECT_MS = 5_000;
/** A certificate that expires sooner is warned of, days. */
const MIN_CERTIFICATE_DAYS = 14;
const DAY_MS = 86_400_000;
/** What proxies answer in the place of servers that they do not reach. */
const OF_PROXIES = new Set([502, 503, 504]);

/** Whether browsers reach the academies and the log-in: names, certificates, and what answers behind the proxy. */
export async function addressFindings({ tenantOrigins, identity, issuer }: Settings): Promise<Finding[]> {
  const origins = Object.values(tenantOrigins ?? {}).filter((one) => one !== undefined);
  const logIn = identity === 'embedded' && issuer !== null ? issuer : null;
  if (origins.length === 0 && logIn === null) return [well('Those of this machine.')];
  const hosts = new Set([...origins, ...(logIn === null ? [] : [new URL(logIn).origin])]);
  const findings = await Promise.all([
    ...[...hosts].filter((one) => one.startsWith('https:')).map(certificateFinding),
    ...origins.map((one) => answerFinding(one, `${one}/health/live`)),
    ...(logIn === null
      ? []
      : [answerFinding('The log-in', new URL('.well-known/openid-configuration', slashed(logIn)).href)]),
  ]);
  return findings.filter((finding) => finding !== null);
}

const slashed = (address: string): string => (address.endsWith('/') ? address : `${address}/`);

/** @returns null where nothing is reached: for https the finding about the certificate says why */
async function answerFinding(what: string, address: string): Promise<Finding | null> {
  const answer = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(CONNECT_MS) }).catch(
    () => null,
  );
  await answer?.body?.cancel();
  if (answer === null)
    return address.startsWith('https:')
      ? null
      : warning(`${what} does not answer.`, 'Start the academy, and its proxy.');
  if (answer.ok) return well(`${what} answers.`);
  const said = `${address} answers ${answer.status}`;
  return OF_PROXIES.has(answer.status)
    ? warning(
        `${said}: the proxy reaches no server.`,
        'Start the academy, and check the addresses of the servers in the proxy.',
      )
    : wrong(
        `${said}, as no academy does.`,
        'Check where the name leads, and that the proxy passes on "Host" and every path.',
      );
}

/** Connects as a browser would: name, authority and days of the certificate. */
export function certificateFinding(origin: string): Promise<Finding> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    const name = isIP(hostname) === 0 ? { servername: hostname } : {};
    const socket = connectTls({ host: hostname, ...name, port: Number(port || 443), timeout: CONNECT_MS });
    const settle = (finding: Finding) => {
      socket.destroy();
      resolve(finding);
    };
    socket.once('secureConnect', () => {
      const until = new Date(socket.getPeerCertificate().valid_to);
      const days = Math.floor((until.getTime() - Date.now()) / DAY_MS);
      const said = `The certificate of ${hostname} is valid for ${days} more days.`;
      settle(days < MIN_CERTIFICATE_DAYS ? warning(said, 'Renew it.') : well(said));
    });
    socket.once('timeout', () =>
      settle(warning(`${origin} does not answer.`, 'Start the proxy, and check name and firewall.')),
    );
    socket.once('error', (error) =>
      settle(wrong(`${origin}: ${error.message}.`, 'Check name, proxy and certificate.')),
    );
  });
}
