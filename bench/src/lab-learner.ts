import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { API_BASE_PATH, TENANT_HEADER } from '@academy/contract/constants';
import { LAB_CHANNEL_PROTOCOL, type LabNews } from '@academy/contract/lab-channel';
import type { LabSession, LabSnapshot } from '@academy/contract/labs';
import { type NumberedInput, UnconfirmedInput } from '@academy/contract/rules/lab-input';
import type { RunningAcademy } from './academy.ts';
import type { Learner } from './people.ts';

/** A guide with a lab. */
interface GuideWithLab {
  tenantId: string;
  slug: string;
}

const USUAL_LAB: GuideWithLab = { tenantId: 'kube', slug: 'why-will-this-pod-not-start' };
const SIZE = { columns: 80, rows: 24 };
/** Wait before a lost terminal is connected again, ms. */
const AGAIN_MS = 100;

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

/** Where learners find the academy. */
export type LabPlace = Pick<RunningAcademy, 'port' | 'origin'>;

/** A learner of the load: starts a lab of the samples, and works in its terminal as a page does. */
export class LabLearner {
  readonly #academy: LabPlace;
  readonly #learner: Learner;
  readonly #guide: GuideWithLab;
  #socket: WebSocket | null = null;
  readonly #page = randomUUID();
  readonly #typed = new UnconfirmedInput();
  #isStaying = false;
  #output = '';
  #changed = () => {};
  session: LabSession | null = null;
  /** Number of the lab host, as the terminal's address says it; NaN: a host without a number, or no terminal yet. */
  hostNumber = Number.NaN;

  constructor(academy: LabPlace, learner: Learner, guide: GuideWithLab = USUAL_LAB) {
    this.#academy = academy;
    this.#learner = learner;
    this.#guide = guide;
  }

  async #ask<T>(method: string, path: string, body?: object): Promise<LabReply<T>> {
    const response = await fetch(`http://127.0.0.1:${this.#academy.port}${API_BASE_PATH}${path}`, {
      method,
      headers: {
        [TENANT_HEADER]: this.#guide.tenantId,
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
    const { tenantId, slug } = this.#guide;
    const url = `${this.#academy.origin(tenantId)}/guides/${slug}`;
    const reply = await this.#ask<LabSession>('POST', '/labs/sessions', { url, lessonId: `${tenantId}-${slug}` });
    if (reply.status === 200 || reply.status === 201) this.session = reply.data;
    return reply;
  }

  /** Ends the lab; its files are deleted. */
  async end(): Promise<void> {
    this.leave();
    await this.#ask('POST', `/labs/sessions/${this.session?.id}/terminate`);
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
    await this.#connect();
    await this.#said('$ ');
  }

  async #connect(): Promise<void> {
    const { data, code } = await this.#channel();
    if (data?.channel == null) throw new Error(`there is no channel: ${code}`);
    const { path, ticket } = data.channel;
    this.hostNumber = Number(/\/hosts\/(\d{8})\//.exec(path)?.[1]);
    const socket = new OwnWebSocket(`ws://127.0.0.1:${this.#academy.port}${path}`, {
      protocols: [LAB_CHANNEL_PROTOCOL, ticket],
      headers: { origin: this.#academy.origin(this.#guide.tenantId) },
    });
    socket.addEventListener('message', ({ data: text }) => {
      const news = JSON.parse(String(text)) as LabNews;
      if (news.kind === 'received') this.#typed.confirm(news.upTo);
      if (news.kind !== 'output') return;
      this.#output = (this.#output + news.text).slice(-10_000);
      this.#send({ kind: 'seen', terminal: '1', characters: news.text.length });
      this.#changed();
    });
    await new Promise<void>((opened, refuse) => {
      socket.addEventListener('open', () => opened(), { once: true });
      socket.addEventListener('error', () => refuse(new Error('the channel was refused')), { once: true });
    });
    this.#socket = socket;
    socket.addEventListener('close', () => void this.#connectAgain(socket));
    this.#send({ kind: 'show', terminal: '1', ...SIZE });
    this.#put(this.#typed.pieces());
  }

  /** From now on opens the terminal again when its connection is lost, as a page does. */
  stay(): void {
    this.#isStaying = true;
  }

  /** Closes the terminal. */
  leave(): void {
    this.#isStaying = false;
    this.#socket?.close();
  }

  async #connectAgain(lost: WebSocket): Promise<void> {
    while (this.#isStaying && this.#socket === lost) {
      await setTimeout(AGAIN_MS);
      if (this.#isStaying) await this.#connect().catch(() => {});
    }
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
    this.press(`${command}\n`);
    await this.#said(output);
    return performance.now() - began;
  }

  /** Runs a command. @returns the only line that it prints */
  async answerOf(command: string): Promise<string> {
    await this.type(`echo "answer" is "$(${command})" "end"`, ' end\r\n');
    return /answer is (.*) end\r\n/.exec(this.#output)?.[1] ?? '';
  }

  /** Presses keys, whether the terminal is connected or not. */
  press(keys: string): void {
    this.#put(this.#typed.add(keys));
  }

  #put(pieces: readonly NumberedInput[]): void {
    for (const { from, text } of pieces)
      this.#send({ kind: 'input', terminal: '1', text, sent: { page: this.#page, from } });
  }
}
