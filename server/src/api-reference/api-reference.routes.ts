import type { FastifyInstance } from 'fastify';
import { type ReadyBytes, readyBytes, sendReady } from '../plugins/compressed.ts';
import { openApi } from './open-api.ts';

/** Answers `/openapi.json`, made from the contract when somebody asks for it first. */
export function addApiReference(app: FastifyInstance, version: string): void {
  let document: ReadyBytes | null = null;
  app.get('/openapi.json', async (request, reply) => {
    document ??= readyBytes(JSON.stringify(openApi(version)), 'application/json; charset=utf-8');
    return sendReady(request, reply, document, 'public, max-age=300');
  });
}
