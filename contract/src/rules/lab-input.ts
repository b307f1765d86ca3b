import { LAB_INPUT_LENGTH } from '../lab-channel.ts';

/*
 * Input of terminals arrives once, although connections break: a page numbers its characters, the lab host confirms what
 * it has passed to the terminal, and after a reconnect the page sends again what was not confirmed. The host leaves out
 * what it has received before.
 */

/** Most characters that wait for a confirmation; more are dropped, as a terminal does whose program reads nothing. */
export const MAX_UNCONFIRMED = 100_000;

/** A piece of input, and the number of its first character. */
export interface NumberedInput {
  from: number;
  text: string;
}

/** What a page has typed into a terminal, and does not know to be received. */
export class UnconfirmedInput {
  #from = 0;
  #text = '';

  /** Adds what was typed. @returns it in pieces that fit into messages; none when too much waits already */
  add(text: string): NumberedInput[] {
    if (this.#text.length + text.length > MAX_UNCONFIRMED) return [];
    const from = this.#from + this.#text.length;
    this.#text += text;
    return piecesOf({ from, text });
  }

  /** The host has received everything before this number. */
  confirm(upTo: number): void {
    const count = Math.min(Math.max(0, upTo - this.#from), this.#text.length);
    this.#text = this.#text.slice(count);
    this.#from += count;
  }

  /** All of it, to be sent again over a new connection. */
  pieces(): NumberedInput[] {
    return piecesOf({ from: this.#from, text: this.#text });
  }

  /** Forgets it: its terminal has been restarted. */
  drop(): void {
    this.#from += this.#text.length;
    this.#text = '';
  }
}

/** Pieces of whole characters, also of those that are two in JavaScript. */
function piecesOf({ from, text }: NumberedInput): NumberedInput[] {
  const pieces: NumberedInput[] = [];
  for (const piece of text.match(LONGEST) ?? []) {
    pieces.push({ from, text: piece });
    from += piece.length;
  }
  return pieces;
}

const LONGEST = new RegExp(`[^]{1,${LAB_INPUT_LENGTH / 2}}`, 'gu');

/**
 * What is new of a piece of input.
 *
 * @param received number of the first character of this page that has not been received yet
 */
export const newInput = (received: number, { from, text }: NumberedInput): string =>
  text.slice(Math.min(Math.max(0, received - from), text.length));
