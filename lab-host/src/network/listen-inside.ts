import { Server, type Socket } from 'node:net';
import { firstInside, spawnInNetwork } from '../sandbox/enter-network.ts';
import { PROXY_PORT } from './client-settings.ts';

/** Entering and listening take a fraction of a second; after this something is wrong, ms. */
const LISTEN_MS = 15_000;
const MAX_COMPLAINT_LENGTH = 500;

/** Listens on the loopback, hands the listening socket over, and ends. A socket stays in the network where it was made. */
const LISTEN = `const server = require('node:net').createServer();
server.on('error', (error) => { console.error(error.message); process.exit(1); });
server.listen(Number(process.argv[1]), '127.0.0.1', () => {
  process.send('listening', server, () => process.exit(0));
});`;

/**
 * Lets a server of this process serve connections to the loopback of a sandbox.
 *
 * @param bubblewrap number of the process that holds the sandbox
 * @returns what takes the connections; to be closed with the server
 * @throws Error with what this machine does not permit
 */
export async function listenInside(bubblewrap: number, server: Server, port = PROXY_PORT): Promise<Server> {
  const inside = await firstInside(bubblewrap);
  if (inside === null) throw new Error('the sandbox has no process');
  const child = spawnInNetwork(inside, [process.execPath, '-e', LISTEN, String(port)]);
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (words: string) => {
    complaint = (complaint + words).slice(0, MAX_COMPLAINT_LENGTH);
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), LISTEN_MS);
  try {
    return await new Promise<Server>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', () => reject(new Error(complaint.trim() || 'nothing listens in the sandbox')));
      child.once('message', (_message, listener) => {
        if (!(listener instanceof Server)) return reject(new Error('no socket came out of the sandbox'));
        listener.maxConnections = server.maxConnections;
        listener.on('error', (error) => server.emit('error', error));
        listener.on('connection', (socket: Socket) => {
          // As an HTTP server sets its own connections.
          socket.allowHalfOpen = true;
          socket.setNoDelay(true);
          server.emit('connection', socket);
        });
        resolve(listener);
      });
    });
  } finally {
    clearTimeout(timer);
  }
}
