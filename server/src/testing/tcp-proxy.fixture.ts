import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A network between a server and its database that tests control. */
export interface TcpProxy {
  /** The address of the database through the proxy. */
  connectionString: string;
  /** Open connections stay open but pass nothing. New ones work. */
  freeze(): void;
  /** Ends every connection. */
  cut(): void;
  /** Ends every connection, and new ones at once, until it is undone. */
  refuse(refused: boolean): void;
  close(): void;
}

/** Forwards TCP connections to the PostgreSQL of this run, whose address names a socket file or a host. */
export async function proxyTo(connectionString: string): Promise<TcpProxy> {
  const url = new URL(connectionString);
  const folder = url.searchParams.get('host');
  const port = Number(url.port || 5432);
  const dial = () => (folder === null ? connect({ host: url.hostname, port }) : connect(`${folder}/.s.PGSQL.${port}`));
  const pairs = new Set<{ ends: [Socket, Socket]; isFrozen: boolean }>();
  let isRefusing = false;
  const server = createServer((near) => {
    if (isRefusing) return void near.destroy();
    const ends: [Socket, Socket] = [near, dial()];
    const pair = { ends, isFrozen: false };
    pairs.add(pair);
    const end = () => {
      if (pair.isFrozen) return;
      pairs.delete(pair);
      for (const socket of ends) socket.destroy();
    };
    for (const [from, to] of [ends, ends.toReversed() as typeof ends]) {
      from.on('data', (bytes) => void (pair.isFrozen || to.write(bytes)));
      from.on('error', end).on('close', end);
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url.searchParams.delete('host');
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cut = () => {
    for (const { ends } of pairs) for (const socket of ends) socket.destroy();
    pairs.clear();
  };
  return {
    connectionString: url.href,
    freeze() {
      for (const pair of pairs) pair.isFrozen = true;
    },
    cut,
    refuse(refused) {
      isRefusing = refused;
      if (refused) cut();
    },
    close() {
      server.close();
      cut();
    },
  };
}
