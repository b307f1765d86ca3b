import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { DatabaseProbe } from '../db/database-probe.ts';
import type { ReadReplicas } from '../db/read-replicas.ts';

/** `/health/live`: the process responds. A page asks before it reloads itself. */
export function addLiveness(app: FastifyInstance): void {
  app.get('/health/live', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'live' }),
  );
}

/**
 * `/health/live`, and `/health/ready`: the database replies, migrations are done (the server listens
 * only after them) and the server is not stopping. Neither waits for a connection of the pool. While a replica replies
 * in place of the database, the catalogue can be read: the server stays ready, and refuses what needs the database.
 */
export function addHealth(
  app: FastifyInstance,
  options: { pool: Pool; draining: () => boolean; replicas?: Pick<ReadReplicas, 'isUsable'> | undefined },
): void {
  const probe = new DatabaseProbe(options.pool);
  app.addHook('onClose', () => probe.close());

  addLiveness(app);
  app.get('/health/ready', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (options.draining()) return reply.code(503).send({ status: 'stopping' });
    try {
      await probe.check();
      return reply.send({ status: 'ready' });
    } catch (error) {
      if (options.replicas?.isUsable()) return reply.send({ status: 'ready', database: 'read only' });
      request.log.warn({ err: error }, 'not ready: the database does not answer');
      return reply.code(503).send({ status: 'no database' });
    }
  });
}
