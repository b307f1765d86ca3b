import { randomBytes } from 'node:crypto';
import { API_BASE_PATH } from '@academy/contract/constants';

/** A lab host's id and what only that host knows. */
const TICKET = /^([0-9a-f-]{36})\.[\w-]{43}$/;

/** A ticket of a lab host for one channel; it cannot be guessed. */
export const newTicket = (hostId: string): string => `${hostId}.${randomBytes(32).toString('base64url')}`;

/** The lab host that gave a ticket; null for what is none. */
export const giverOf = (ticket: string): string | null => TICKET.exec(ticket)?.[1] ?? null;

const ADDRESS = new RegExp(`^${API_BASE_PATH}/labs/sessions/([0-9a-f-]{36})/channel$`);

/** Where the WebSocket of a session is opened. */
export const channelPath = (sessionId: string): string => `${API_BASE_PATH}/labs/sessions/${sessionId}/channel`;

/** The session whose WebSocket is opened at an address; null for other addresses. */
export const sessionOf = (path: string | undefined): string | null => ADDRESS.exec(path ?? '')?.[1] ?? null;
