import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Activity, activities } from '../background/activity.ts';
import { routeOf } from './request-log.ts';

/** Adds the root span of a request to its activity. */
export type BeginTrace = (request: FastifyRequest, reply: FastifyReply, activity: Activity) => Activity;

declare module 'fastify' {
  interface FastifyRequest {
    activity: Activity | null;
  }
}

/** Makes each request an activity, which its statements, steps and lines of the log belong to. */
export function addActivities(server: FastifyInstance, begin?: BeginTrace): void {
  server.decorateRequest('activity', null);
  server.addHook('onRequest', (request, reply, done) => {
    const plain = { name: routeOf(request), correlationId: request.id };
    request.activity = begin?.(request, reply, plain) ?? plain;
    activities.run(request.activity, done);
  });
  // The end of a reply is an event of its connection, which does not keep the context. Its line of the log names the span.
  if (begin !== undefined)
    server.addHook('onResponse', (request, _reply, done) => activities.run(request.activity as Activity, done));
}
