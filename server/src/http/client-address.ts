import type { FastifyRequest } from 'fastify';

/** Where a client has gone before its address was asked for, nobody gets the reply: all of them count as one. */
const GONE = '0.0.0.0';

/** The address of a client. Fastify's type does not say that a connection that was closed meanwhile has none. */
export const clientAddress = ({ ip }: { ip: FastifyRequest['ip'] | undefined }): string => ip ?? GONE;
