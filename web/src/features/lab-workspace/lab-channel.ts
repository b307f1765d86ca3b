import { LAB_CHANNEL_CODES, LAB_CHANNEL_PROTOCOL, type LabMessage, type LabNews } from '@academy/contract/lab-channel';
import { openChannel } from '../../api/labs.ts';
import { labWorkspaceTexts } from './lab-workspace-texts.ts';

/** Interval of the page's keep-alive messages, ms. */
const BEAT_MS = 30_000;
/** First and longest wait before a lost channel is opened again, ms. */
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 15_000;
/** Grace time after the timeout of a request, ms. */
const ANSWER_MS = 20_000;

type Answer = Extract<LabNews, { kind: 'answer' }>;
type LabEvent = Exclude<LabNews, Answer>;
/** A message without its request number. */
type Question = WithoutId<Extract<LabMessage, { id: number }>>;
type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

interface LabChannelOptions {
  onNews(news: LabEvent): void;
  /** Called when the channel opens, is lost, or is taken over by other pages of the same lab. */
  onConnected(state: 'open' | 'lost' | 'left'): void;
}

/** A page's connection to its lab on the server. It reconnects until the lab has ended. */
export interface LabChannel {
  send(message: Exclude<LabMessage, { id: number }>): void;
  /** Waits for its answer, also across a connection that is lost meanwhile. @param maxMs that it may take */
  ask(question: Question, maxMs?: number): Promise<Answer>;
  close(): void;
}

/** Opens the channel of a session. */
export function labChannel(sessionId: string, { onNews, onConnected }: LabChannelOptions): LabChannel {
  const waiting = new Map<number, { message: string; resolve: (answer: Answer) => void }>();
  let socket: WebSocket | null = null;
  let next = 0;
  let wait = FIRST_WAIT_MS;
  let again: ReturnType<typeof setTimeout> | undefined;
  let opening = false;
  let over = false;

  const isOpen = () => socket?.readyState === WebSocket.OPEN;
  const put = (message: LabMessage) => {
    if (isOpen()) socket?.send(JSON.stringify(message));
  };
  const beat = () => put({ kind: 'beat', hidden: document.visibilityState === 'hidden' });
  const beats = setInterval(beat, BEAT_MS);

  async function open(): Promise<void> {
    if (opening || socket !== null) return;
    opening = true;
    const channel = await openChannel(sessionId);
    opening = false;
    if (over) return;
    if (channel === 'ended') return ended();
    if (channel === null) return later();
    const made = new WebSocket(channel.path, [LAB_CHANNEL_PROTOCOL, channel.ticket]);
    socket = made;
    made.onopen = () => {
      wait = FIRST_WAIT_MS;
      beat();
      onConnected('open');
      for (const { message } of waiting.values()) made.send(message);
    };
    made.onmessage = ({ data }: MessageEvent<string>) => {
      const news = JSON.parse(data) as LabNews;
      if (news.kind !== 'answer') onNews(news);
      else {
        waiting.get(news.id)?.resolve(news);
        waiting.delete(news.id);
      }
    };
    made.onclose = ({ code }) => {
      socket = null;
      if (over) return;
      if (code === LAB_CHANNEL_CODES.ended) return ended();
      if (code === LAB_CHANNEL_CODES.left) return onConnected('left');
      onConnected('lost');
      later();
    };
  }

  function ended(): void {
    over = true;
    clearInterval(beats);
    onNews({ kind: 'ended' });
  }

  /** A hidden page waits until it is visible. */
  function later(): void {
    if (document.visibilityState === 'hidden') return;
    clearTimeout(again);
    again = setTimeout(() => void open(), wait);
    wait = Math.min(wait * 2, MAX_WAIT_MS);
  }

  const seen = () => {
    beat();
    if (document.visibilityState === 'visible' && socket === null && !over) {
      wait = FIRST_WAIT_MS;
      later();
    }
  };
  document.addEventListener('visibilitychange', seen);

  void open();
  return {
    send: put,
    ask(question, maxMs = 0) {
      const id = ++next;
      const message = JSON.stringify({ ...question, id });
      return new Promise((resolve) => {
        waiting.set(id, { message, resolve });
        if (isOpen()) socket?.send(message);
        setTimeout(() => {
          waiting.delete(id);
          resolve({ kind: 'answer', id, problem: labWorkspaceTexts.notReachable });
        }, maxMs + ANSWER_MS);
      });
    },
    close() {
      over = true;
      clearInterval(beats);
      clearTimeout(again);
      document.removeEventListener('visibilitychange', seen);
      socket?.close();
    },
  };
}
