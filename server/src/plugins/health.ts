import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { DatabaseProbe } from '../db/database-probe.ts';

/** `/health/live`: the process responds. A page asks before it reloads itself. */
export function addLiveness(app: FastifyInstance): void {
  app.get('/health/live', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'live' }),
  );
}

/**
 * `/health/live`, and `/health/ready`: the database replies, migrations are done (the server listens
 * only after them) and the server is not stopping. Neither waits for a connection of the pool.
 */
export function addHealth(app: FastifyInstance, options: { pool: Pool; draining: () => boolean }): void {
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
      request.log.warn({ err: error }, 'not ready: the database does not answer');
      return reply.code(503).send({ status: 'no database' });
    }
  });
}
