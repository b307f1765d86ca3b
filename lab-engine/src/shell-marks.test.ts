import { describe, expect, it } from 'vitest';
import { keysFor, plainLines, ShellReader } from './shell-marks.ts';

const OUTPUT = '\x1b[?2004hprompt $ ls\r\n\x1b[?2004l\rone\x1b[31m two\x1b[0m\r\n\x1b]133;D;3\x07\x1b[?2004h$ ';

describe('the output of a terminal', () => {
  it('is read alike in whatever pieces it comes', () => {
    const whole = new ShellReader().read(OUTPUT);
    expect(whole.map(({ kind }) => kind)).toEqual(['text', 'taken', 'text', 'text', 'text', 'ended', 'text']);
    expect(whole).toContainEqual({ kind: 'ended', status: 3 });
    for (const size of [1, 2, 5]) {
      const reader = new ShellReader();
      const events = Array.from({ length: Math.ceil(OUTPUT.length / size) }, (_, at) =>
        reader.read(OUTPUT.slice(at * size, (at + 1) * size)),
      ).flat();
      const textOf = (all: typeof events) =>
        all.map((one) => (one.kind === 'text' ? one.text : `<${one.kind}>`)).join('');
      expect(textOf(events)).toBe(textOf(whole));
      expect(reader.takesPaste).toBe(true);
    }
  });

  it('loses what a carriage return wrote over', () => {
    expect(plainLines('10 %\r50 %\rall\r\nnext\r\r\n')).toBe('all\nnext\n');
  });
});

it('several lines are pasted at a prompt, and typed to a program', () => {
  expect(keysFor('a\nb\n', true)).toBe('\u0015\x1b[200~a\rb\x1b[201~\r');
  expect(keysFor('a\nb\n', false)).toBe('a\rb\r');
});
