import { describe, expect, it } from 'vitest';
import { LAB_INPUT_LENGTH } from '../lab-channel.ts';
import { MAX_UNCONFIRMED, newInput, UnconfirmedInput } from './lab-input.ts';

/** A lab host's end of a terminal. */
function aTerminal() {
  let received = 0;
  let typed = '';
  return {
    typed: () => typed,
    /** @returns what it confirms */
    receive(piece: { from: number; text: string }): number {
      typed += newInput(received, piece);
      received = Math.max(received, piece.from + piece.text.length);
      return received;
    },
  };
}

describe('input of a terminal', () => {
  it('that was lost with its connection is sent again', () => {
    const [page, terminal] = [new UnconfirmedInput(), aTerminal()];
    for (const piece of page.add('echo ')) page.confirm(terminal.receive(piece));
    page.add('tea');
    for (const piece of page.pieces()) page.confirm(terminal.receive(piece));
    expect(terminal.typed()).toBe('echo tea');
    expect(page.pieces()).toEqual([]);
  });

  it('whose confirmation was lost is not typed twice', () => {
    const [page, terminal] = [new UnconfirmedInput(), aTerminal()];
    for (const piece of page.add('echo ')) terminal.receive(piece);
    page.add('tea');
    for (const piece of page.pieces()) page.confirm(terminal.receive(piece));
    expect(terminal.typed()).toBe('echo tea');
  });

  it('that arrives late by the former connection is not typed twice', () => {
    const [page, terminal] = [new UnconfirmedInput(), aTerminal()];
    const late = page.add('echo ');
    page.add('tea');
    for (const piece of page.pieces()) page.confirm(terminal.receive(piece));
    for (const piece of late) page.confirm(terminal.receive(piece));
    for (const piece of page.add('\n')) page.confirm(terminal.receive(piece));
    expect(terminal.typed()).toBe('echo tea\n');
  });

  it('of a terminal that was restarted is forgotten', () => {
    const [page, terminal] = [new UnconfirmedInput(), aTerminal()];
    page.add('rm -r *');
    page.drop();
    expect(page.pieces()).toEqual([]);
    for (const piece of page.add('ls')) page.confirm(terminal.receive(piece));
    expect(terminal.typed()).toBe('ls');
  });

  it('is sent in pieces of whole characters, and within bounds', () => {
    const page = new UnconfirmedInput();
    const text = `a${'🍵'.repeat(LAB_INPUT_LENGTH)}`;
    const pieces = page.add(text);
    expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    expect(Math.max(...pieces.map((piece) => piece.text.length))).toBeLessThanOrEqual(LAB_INPUT_LENGTH);
    expect(pieces.every((piece) => piece.text.isWellFormed())).toBe(true);
    expect(page.add('x'.repeat(MAX_UNCONFIRMED))).toEqual([]);
    expect(page.pieces()).toEqual(pieces);
  });
});
