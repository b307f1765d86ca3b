import { expect, test } from 'vitest';
import { EMPTY_LINE, emptied, inserted, keysOf, type Line, pasted, pressed, taken } from './line-editor.ts';

const LEFT = '\u001b[D';
const UP = '\u001b[A';
const DOWN = '\u001b[B';

/** The line after keys as a terminal sends them; each Enter takes the command. */
function typed(data: string, line: Line = EMPTY_LINE): Line {
  let now = line;
  for (const key of keysOf(data).keys) {
    if (key.kind === 'text') now = pasted(now, key.text);
    else if (key.code === '\r') now = taken(now);
    else now = pressed(now, key.code) ?? now;
  }
  return now;
}
const text = (data: string) => typed(data).text;

test('keys move and take away', () => {
  expect(text(`ac${LEFT}b`)).toBe('abc');
  expect(text('abx\u007fc')).toBe('abc');
  expect(text('\u007fa')).toBe('a');
  expect(text('b\u0001a\u0005c')).toBe('abc');
  expect(text(`abc${LEFT}\u000b`)).toBe('ab');
  expect(text('gone\u0015a')).toBe('a');
  expect(text('one two\u0017\u0017\u0019\u0019')).toBe('one one ');
  expect(text('one two\u001bb\u001bbx')).toBe('xone two');
  expect(text('one two\u001b[1;5Dx')).toBe('one xtwo');
});

test('a character is one, however many code points it has', () => {
  for (const sign of ['é', 'e\u0301', '🙂', '👩\u200d🚒', '🇩🇪', '日']) {
    expect(text(`a${sign}${LEFT}b`)).toBe(`ab${sign}`);
    expect(text(`a${sign}\u007fb`)).toBe('ab');
    expect(text(`a${sign}${LEFT}\u001b[3~b`)).toBe('ab');
  }
});

test('earlier commands come back whole, and so does what was being written', () => {
  let line = taken(pasted(EMPTY_LINE, 'one'));
  line = taken(pasted(line, 'for x in 1; do\n  echo $x\ndone'));
  line = taken(pasted(line, 'one'));
  line = taken(pasted(line, 'one'));
  expect(line.history).toEqual(['one', 'for x in 1; do\n  echo $x\ndone', 'one']);
  const loop = typed(`dra${UP}${UP}`, line);
  expect(loop.text).toBe('for x in 1; do\n  echo $x\ndone');
  expect(typed(UP.repeat(3), loop).text).toBe('one');
  expect(typed(`${DOWN}${DOWN}${DOWN}`, loop).text).toBe('dra');
});

test('Up and Down move in a command of several lines', () => {
  const line = taken(pasted(EMPTY_LINE, 'before'));
  const two = pasted(line, 'first\nsecond line');
  expect(typed(`${UP}X`, two).text).toBe('firstX\nsecond line');
  expect(typed(`${UP}${UP}`, two).text).toBe('before');
  expect(typed(`${UP}${DOWN}X`, two).text).toBe('first\nseconXd line');
});

test('a paste is one text, also when it comes in pieces', () => {
  const first = keysOf('a\u001b[200~b\rc');
  expect(first).toEqual({ keys: [{ kind: 'text', text: 'a' }], rest: '\u001b[200~b\rc' });
  expect(keysOf(`${first.rest}d\u001b[201~e\r`)).toEqual({
    keys: [
      { kind: 'text', text: 'b\rcd' },
      { kind: 'text', text: 'e' },
      { kind: 'key', code: '\r' },
    ],
    rest: '',
  });
});

test('only the last break of a whole pasted command is left out', () => {
  expect(pasted(EMPTY_LINE, 'one\r\ntwo\r\n').text).toBe('one\ntwo');
  expect(pasted(inserted(EMPTY_LINE, 'cat <<E\n'), 'body\n').text).toBe('cat <<E\nbody\n');
});

test('control characters and unknown keys write nothing', () => {
  expect(text('a\u0007\u001b[15~b\u001b')).toBe('ab');
  expect(pasted(EMPTY_LINE, 'a\u001b[31mb\u009bc\td').text).toBe('a[31mbc\td');
});

test('a line that is thrown away leaves the earlier commands', () => {
  expect(emptied(typed('x', taken(pasted(EMPTY_LINE, 'one'))))).toMatchObject({ text: '', history: ['one'], at: 1 });
});
