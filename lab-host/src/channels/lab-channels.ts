import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { LAB_CHANNEL_CODES, LAB_CHANNEL_PROTOCOL, LAB_MESSAGE_BYTES } from '@academy/contract/lab-channel';
import type { ChannelRight } from '@academy/labs/lab-hosts/channel-right';
import { channelPath, newTicket, sessionOf } from '@academy/labs/lab-hosts/lab-tickets';
import { LRUCache } from 'lru-cache';
import { type WebSocket, WebSocketServer } from 'ws';
import type { SandboxLabs } from '../sandbox/sandbox-labs.ts';
import { serveLabPage } from './lab-messages.ts';

/** Lifetime of a ticket, ms. */
const TICKET_MS = 30_000;
/** Most unredeemed tickets at once. */
const MAX_TICKETS = 10_000;
/** Most pages that show one lab at once: the oldest is disconnected. */
const MAX_PAGES = 6;
/** A page that does not answer a ping within this time is disconnected, ms. */
const PING_MS = 30_000;

/** A page that sent a broken frame is disconnected after this time, ms. */
const CLOSING_MS = 1_000;

interface Channel {
  right: ChannelRight;
  socket: WebSocket;
  answered: boolean;
}

/**
 * WebSockets between pages and their labs. A page requests a ticket with its bearer; the ticket opens one channel,
 * once, from pages of its academy only. It travels as a protocol name, because addresses are logged, and begins with
 * the id of this host, which alone knows the ticket: servers pass the connection on to it.
 */
export function labChannels(sandboxes: SandboxLabs, hostId: string) {
  const tickets = new LRUCache<string, ChannelRight>({ max: MAX_TICKETS, ttl: TICKET_MS });
  const channels = new Set<Channel>();
  let isClosed = false;
  const server = new WebSocketServer({
    ...{ noServer: true, clientTracking: false, perMessageDeflate: false, maxPayload: LAB_MESSAGE_BYTES },
    handleProtocols: () => LAB_CHANNEL_PROTOCOL,
  });
  const pings = setInterval(() => {
    for (const channel of channels) {
      if (!channel.answered) channel.socket.terminate();
      channel.answered = false;
      channel.socket.ping();
    }
  }, PING_MS);
  pings.unref();

  /** Redeems a ticket. It is deleted even when opening fails, so that it opens one channel at most. */
  function redeemed(ticket: string | undefined): ChannelRight | null {
    const right = tickets.get(ticket ?? '');
    tickets.delete(ticket ?? '');
    return right ?? null;
  }

  function opened(socket: WebSocket, right: ChannelRight): void {
    // A broken frame would otherwise end the process, also of a lab that has ended. Its page still reads why it is closed.
    socket.on('error', () => setTimeout(() => socket.terminate(), CLOSING_MS).unref());
    const sandboxSession = sandboxes.sandboxSession(right.reference);
    if (sandboxSession === null) {
      socket.close(LAB_CHANNEL_CODES.ended);
      return;
    }
    const channel: Channel = { right, socket, answered: true };
    const others = [...channels].filter(({ right: { sessionId } }) => sessionId === right.sessionId);
    if (others.length >= MAX_PAGES) others[0]?.socket.close(LAB_CHANNEL_CODES.left);
    channels.add(channel);
    socket.on('pong', () => {
      channel.answered = true;
    });
    socket.on('close', () => channels.delete(channel));
    serveLabPage(socket, sandboxSession, right.language, (hidden) => sandboxes.seen(right.reference, hidden));
  }

  return {
    /** What a page needs to open a channel. */
    ticketFor(right: ChannelRight): { path: string; ticket: string } {
      const ticket = newTicket(hostId);
      tickets.set(ticket, right);
      return { path: channelPath(hostId, right.sessionId), ticket };
    },

    /** Answers a request for a WebSocket. */
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      socket.on('error', () => socket.destroy());
      const refuse = (status: string) =>
        socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
      if (isClosed) return void refuse('503 Service Unavailable');
      const sessionId = sessionOf(request.url);
      if (sessionId === null) return void refuse('404 Not Found');
      const [protocol, ticket = ''] = (request.headers['sec-websocket-protocol'] ?? '').split(/,\s*/);
      const right = protocol === LAB_CHANNEL_PROTOCOL ? redeemed(ticket) : null;
      if (right === null) return void refuse('401 Unauthorized');
      if (right.sessionId !== sessionId || right.origin !== request.headers.origin) return void refuse('403 Forbidden');
      server.handleUpgrade(request, socket, head, (made) => opened(made, right));
    },

    /** Closes the channels of a log-in that has ended. */
    endGrant(grantId: string): void {
      for (const [ticket, right] of [...tickets]) if (right.grantId === grantId) tickets.delete(ticket);
      for (const { right, socket } of channels) if (right.grantId === grantId) socket.close(LAB_CHANNEL_CODES.left);
    },

    /** Closes all channels. */
    close(): void {
      isClosed = true;
      clearInterval(pings);
      for (const { socket } of channels) {
        socket.close(1012);
        socket.terminate();
      }
    },
  };
}

export type LabChannels = ReturnType<typeof labChannels>;
