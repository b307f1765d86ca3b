import type { FastifyRequest } from 'fastify';

/** In place of the address of a client that has closed its connection. No reply reaches such clients, so they may share it. */
const GONE = '0.0.0.0';

/** The address of a client. Fastify's type does not say that a connection that was closed meanwhile has none. */
export const clientAddress = ({ ip }: { ip: FastifyRequest['ip'] | undefined }): string => ip ?? GONE;
