import { randomBytes, randomUUID } from 'node:crypto';
import { API_BASE_PATH } from '@academy/contract/constants';

/** Characters of a lab host's id with which addresses of its channels and names of its pages begin. */
const BEGINNING = 8;

/**
 * A new id of a lab host.
 *
 * @param number it begins with this one, so that reverse proxies know the host by its addresses; null: with no number
 */
export const newHostId = (number: number | null): string =>
  number === null ? randomUUID() : String(number).padStart(BEGINNING, '0') + randomUUID().slice(BEGINNING);

/** A lab host's id and what only that host knows. */
const TICKET = /^([0-9a-f-]{36})\.[\w-]{43}$/;

/** A ticket of a lab host for one channel; it cannot be guessed. */
export const newTicket = (hostId: string): string => `${hostId}.${randomBytes(32).toString('base64url')}`;

/** The lab host that gave a ticket; null for what is none. */
export const giverOf = (ticket: string): string | null => TICKET.exec(ticket)?.[1] ?? null;

const ADDRESS = new RegExp(`^${API_BASE_PATH}/labs/hosts/[0-9a-f]{${BEGINNING}}/sessions/([0-9a-f-]{36})/channel$`);

/** Where the WebSocket of a session is opened: the beginning of its host's id leads proxies there. */
export const channelPath = (hostId: string, sessionId: string): string =>
  `${API_BASE_PATH}/labs/hosts/${hostId.slice(0, BEGINNING)}/sessions/${sessionId}/channel`;

/** The session whose WebSocket is opened at an address; null for other addresses. */
export const sessionOf = (path: string | undefined): string | null => ADDRESS.exec(path ?? '')?.[1] ?? null;
