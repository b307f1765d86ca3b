import { setTimeout } from 'node:timers/promises';
import { API_BASE_PATH, TENANT_HEADER } from '@academy/contract/constants';
import { LAB_CHANNEL_PROTOCOL, type LabNews } from '@academy/contract/lab-channel';
import type { LabSession, LabSnapshot } from '@academy/contract/labs';
import type { RunningAcademy } from './academy.ts';
import type { Learner } from './people.ts';

const TENANT = 'kube';
const GUIDE = 'why-will-this-pod-not-start';
const SIZE = { columns: 80, rows: 24 };

/** Undici takes headers, which the standard does not know. */
const OwnWebSocket = WebSocket as unknown as new (
  url: string,
  options: { protocols: string[]; headers: Record<string, string> },
) => WebSocket;

/** What a call answered. */
interface LabReply<T> {
  status: number;
  data: T | null;
  /** Code of its first error; null: none. */
  code: string | null;
}

/** A learner of the load: starts a lab of the samples, and works in its terminal as a page does. */
export class LabLearner {
  readonly #academy: RunningAcademy;
  readonly #learner: Learner;
  #socket: WebSocket | null = null;
  #output = '';
  #changed = () => {};
  session: LabSession | null = null;

  constructor(academy: RunningAcademy, learner: Learner) {
    this.#academy = academy;
    this.#learner = learner;
  }

  async #ask<T>(method: string, path: string, body?: object): Promise<LabReply<T>> {
    const response = await fetch(`http://127.0.0.1:${this.#academy.port}${API_BASE_PATH}${path}`, {
      method,
      headers: {
        [TENANT_HEADER]: TENANT,
        authorization: `Bearer ${this.#learner.bearer}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { data, errors } = (await response.json()) as { data: T | null; errors: { code: string }[] };
    return { status: response.status, data, code: errors[0]?.code ?? null };
  }

  /** Starts the lab. */
  async start(): Promise<LabReply<LabSession>> {
    const url = `${this.#academy.origin(TENANT)}/guides/${GUIDE}`;
    const reply = await this.#ask<LabSession>('POST', '/labs/sessions', { url, lessonId: `${TENANT}-${GUIDE}` });
    if (reply.status === 200 || reply.status === 201) this.session = reply.data;
    return reply;
  }

  /** The session as the server tells of it, with the kept work. */
  read(id: string): Promise<LabReply<LabSession & { snapshot: LabSnapshot | null }>> {
    return this.#ask('GET', `/labs/sessions/${id}`);
  }

  /** A ticket for the terminal; a busy server is asked again. */
  async #channel(): Promise<LabReply<{ channel: { path: string; ticket: string } | null }>> {
    for (;;) {
      const reply = await this.#ask<{ channel: { path: string; ticket: string } | null }>(
        'POST',
        `/labs/sessions/${this.session?.id}/channel`,
      );
      if (reply.code !== 'unavailable') return reply;
      await setTimeout(1_000);
    }
  }

  /** Opens the terminal, and waits for its prompt. @throws Error when the channel is refused */
  async open(): Promise<void> {
    const { data, code } = await this.#channel();
    if (data?.channel == null) throw new Error(`there is no channel: ${code}`);
    const { path, ticket } = data.channel;
    const socket = new OwnWebSocket(`ws://127.0.0.1:${this.#academy.port}${path}`, {
      protocols: [LAB_CHANNEL_PROTOCOL, ticket],
      headers: { origin: this.#academy.origin(TENANT) },
    });
    this.#socket = socket;
    socket.addEventListener('message', ({ data: text }) => {
      const news = JSON.parse(String(text)) as LabNews;
      if (news.kind !== 'output') return;
      this.#output = (this.#output + news.text).slice(-10_000);
      this.#send({ kind: 'seen', terminal: '1', characters: news.text.length });
      this.#changed();
    });
    await new Promise<void>((opened, refuse) => {
      socket.addEventListener('open', () => opened(), { once: true });
      socket.addEventListener('error', () => refuse(new Error('the channel was refused')), { once: true });
    });
    this.#send({ kind: 'show', terminal: '1', ...SIZE });
    await this.#said('$ ');
  }

  #send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  async #said(words: string): Promise<void> {
    while (!this.#output.includes(words))
      await new Promise<void>((look) => {
        this.#changed = look;
      });
  }

  /** Types a command, and waits for its output. @returns the time, ms */
  async type(command: string, output: string): Promise<number> {
    const began = performance.now();
    this.#output = '';
    this.#send({ kind: 'input', terminal: '1', text: `${command}\n` });
    await this.#said(output);
    return performance.now() - began;
  }
}
