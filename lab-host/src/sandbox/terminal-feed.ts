import type { Duplex } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { newInput } from '@academy/contract/rules/lab-input';
import { LRUCache } from 'lru-cache';

/** The last output of a terminal that is kept for reconnecting pages, characters. */
const KEPT = 65_536;
/** A viewer may be this far behind before the terminal waits for it, characters. */
const AHEAD = 200_000;
/** A terminal waits this long for a viewer, which has to reconnect afterwards, ms. */
const VIEWER_WAIT_MS = 10_000;
/** Most bytes of input that a program has not read yet; more are dropped. */
const MAX_INPUT = 65_536;
/** Pages whose input is numbered: more than may show a lab at once, those that were reloaded included. */
const MAX_PAGES = 100;

/** How a page numbers its input. */
export interface SentInput {
  page: string;
  /** Number of the first character. */
  from: number;
}

/** A viewer of a terminal. */
export interface FeedViewer {
  say(text: string): void;
  /** The terminal has stopped waiting for it. */
  late(): void;
}

/**
 * A terminal with all its viewers. Memory is bounded: kept output is cut, and a program that writes more than its
 * viewers can display has to wait.
 */
export class TerminalFeed {
  readonly #stream: Duplex;
  readonly #behind = new Map<FeedViewer, number>();
  readonly #decoder = new StringDecoder('utf8');
  /** By page, the number up to which its input has been received. */
  readonly #received = new LRUCache<string, number>({ max: MAX_PAGES });
  #kept = '';
  #viewerTimer: NodeJS.Timeout | undefined;

  /** @param heard called after each output of the terminal */
  constructor(stream: Duplex, heard: () => void) {
    this.#stream = stream;
    stream.on('data', (bytes: Buffer) => {
      const text = this.#decoder.write(bytes);
      this.#kept = (this.#kept + text).slice(-KEPT);
      for (const [viewer, behind] of this.#behind) {
        this.#behind.set(viewer, behind + text.length);
        viewer.say(text);
      }
      this.#flow();
      heard();
    });
  }

  /** Its last output, from the beginning of a line. */
  get kept(): string {
    return this.#kept.length < KEPT ? this.#kept : this.#kept.slice(this.#kept.indexOf('\n') + 1);
  }

  add(viewer: FeedViewer): void {
    this.#behind.set(viewer, 0);
  }

  remove(viewer: FeedViewer): void {
    this.#behind.delete(viewer);
    this.#flow();
  }

  /** A viewer has displayed this many characters. */
  seen(viewer: FeedViewer, characters: number): void {
    const behind = this.#behind.get(viewer);
    if (behind === undefined) return;
    this.#behind.set(viewer, Math.max(0, behind - characters));
    this.#flow();
  }

  /** @returns the number up to which the input of its page has been received; null for input without numbers */
  input(text: string, sent?: SentInput): number | null {
    const before = sent === undefined ? 0 : (this.#received.get(sent.page) ?? 0);
    const fresh = sent === undefined ? text : newInput(before, { from: sent.from, text });
    if (fresh !== '' && this.#stream.writableLength < MAX_INPUT) this.#stream.write(fresh);
    if (sent === undefined) return null;
    const received = Math.max(before, sent.from + text.length);
    this.#received.set(sent.page, received);
    return received;
  }

  #flow(): void {
    const slow = [...this.#behind].filter(([, behind]) => behind > AHEAD).map(([viewer]) => viewer);
    if (slow.length > 0) {
      this.#stream.pause();
      this.#viewerTimer ??= setTimeout(() => {
        for (const viewer of slow) if ((this.#behind.get(viewer) ?? 0) > AHEAD) viewer.late();
        this.#viewerTimer = undefined;
      }, VIEWER_WAIT_MS);
    } else {
      clearTimeout(this.#viewerTimer);
      this.#viewerTimer = undefined;
      if (this.#stream.isPaused()) this.#stream.resume();
    }
  }
}
