import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { DatabaseProbe } from '../db/database-probe.ts';

/** Alive: the process responds. A page asks before it reloads itself. */
export function addLiveness(app: FastifyInstance): void {
  app.get('/health/live', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'live' }),
  );
}

/**
 * The three states that reverse proxies and orchestrators ask for; the server listens only after its migrations.
 *
 * - `/health/live`, alive: the process responds. Otherwise it is restarted.
 * - `/health/readers`, may take readers: it is not stopping. Pages and public replies come from memory while the database
 *   is away, and a single reply that needs it is refused by the call.
 * - `/health/ready`, may take writes: besides that, the database replies and takes writes. The check does not wait for a
 *   connection of the pool.
 */
export function addHealth(app: FastifyInstance, options: { pool: Pool; draining: () => boolean }): void {
  const probe = new DatabaseProbe(options.pool);
  app.addHook('onClose', () => probe.close());

  addLiveness(app);
  app.get('/health/readers', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return options.draining()
      ? reply.code(503).send({ status: 'stopping' })
      : reply.send({ status: 'ready for readers' });
  });
  app.get('/health/ready', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (options.draining()) return reply.code(503).send({ status: 'stopping' });
    try {
      if (await probe.takesWrites()) return reply.send({ status: 'ready' });
      return reply.code(503).send({ status: 'read only' });
    } catch (error) {
      request.log.warn({ err: error }, 'not ready: the database does not answer');
      return reply.code(503).send({ status: 'no database' });
    }
  });
}
