import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BareReply } from './bare.ts';

/** A server that only sends the same bytes: the lowest cost of a reply with node:http. */
process.once('message', (message) => {
  const { headers, body } = message as BareReply;
  const bytes = Buffer.from(body, 'base64');
  const server = createServer((_request, response) => {
    response.writeHead(200, { ...headers, 'content-length': bytes.length });
    response.end(bytes);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
process.once('disconnect', () => process.exit(0));
