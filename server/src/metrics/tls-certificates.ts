import { isIP } from 'node:net';
import { connect } from 'node:tls';

/** A host that does not answer by then is left out, ms. */
const TIMEOUT_MS = 5_000;

/**
 * When the certificate ends that a reader gets at an address.
 *
 * @param origin `https://spring.example.org`
 * @returns ms since 1970; null when the host does not answer or has no valid certificate
 */
export function certificateEnd(origin: string): Promise<number | null> {
  const { hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    // One that has ended is still looked at: that is what matters most.
    const socket = connect({
      ...{ host, port: Number(port || 443), timeout: TIMEOUT_MS, rejectUnauthorized: false },
      ...(isIP(host) === 0 ? { servername: host } : {}),
    });
    const settle = (end: number | null) => {
      socket.destroy();
      resolve(end);
    };
    socket.once('secureConnect', () => {
      const end = Date.parse(socket.getPeerCertificate().valid_to);
      settle(Number.isNaN(end) ? null : end);
    });
    socket.once('timeout', () => settle(null));
    socket.once('error', () => settle(null));
  });
}
