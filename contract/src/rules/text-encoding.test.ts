import { expect, test } from 'vitest';
import { firstLineNotUtf8, isMisreadUtf8, textOfFile } from './text-encoding.ts';

const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const wide = (text: string, big: boolean) => {
  const bytes = Buffer.from(text, 'utf16le');
  return big ? bytes.swap16() : bytes;
};

test.each([
  ['UTF-8', Buffer.from('Jörg'), 'utf-8'],
  ['UTF-8 with a mark', Buffer.from('\uFEFFJörg'), 'utf-8'],
  ['UTF-16 of Excel', wide('\uFEFFJörg', false), 'utf-16le'],
  ['UTF-16 in the other order', wide('\uFEFFJörg', true), 'utf-16be'],
  ['UTF-16 without a mark', wide('Jörg', false), 'utf-16le'],
  ['UTF-16 without a mark, other order', wide('Jörg', true), 'utf-16be'],
])('%s is read as what its bytes say', (_, bytes, encoding) => {
  expect(textOfFile(bytes)).toEqual({ text: 'Jörg', encoding, isGuess: false });
});

test('bytes that say no encoding are read as Windows-1252, as a guess', () => {
  const bytes = latin('J\xf6rg \x80');
  expect(textOfFile(bytes)).toEqual({ text: 'Jörg €', encoding: 'windows-1252', isGuess: true });
  const mac = textOfFile(latin('J\x9arg'), 'macintosh');
  expect(mac).toEqual({ text: 'Jörg', encoding: 'macintosh', isGuess: true });
});

test('a chosen encoding changes nothing where the bytes say it', () => {
  expect(textOfFile(Buffer.from('\uFEFFJörg'), 'macintosh')?.text).toBe('Jörg');
});

test('bytes that contradict the mark are shown as lost', () => {
  expect(textOfFile(Buffer.concat([Buffer.from('\uFEFFJ'), Buffer.from([0xf6])]))?.text).toBe('J\ufffd');
});

test('a file with zero bytes that is not UTF-16 is no text', () => {
  expect(textOfFile(Buffer.from([0x50, 0x4b, 0, 0, 0, 1]))).toBeNull();
});

test('the first line with other bytes is named, whatever ends the lines', () => {
  expect(firstLineNotUtf8(Buffer.from('grün\n'))).toBeNull();
  for (const end of ['\n', '\r\n', '\r']) {
    const bytes = Buffer.concat([Buffer.from(`grün${end}rot${end}bl`), Buffer.from([0xe4]), Buffer.from(`u${end}`)]);
    expect(firstLineNotUtf8(bytes)).toBe(3);
  }
});

test('UTF-8 that was read in another encoding is recognised, names with accents are not', () => {
  for (const broken of ['JÃ¶rg', 'RenÃ©', 'Ã„nne', 'Ã\x84nne', 'Å»aneta', 'æž—', 'J√∂rg', 'Jörg KÃ¼hn', 'Öz, J√∂rg'])
    expect(isMisreadUtf8(broken), broken).toBe(true);
  for (const fine of [
    'Jörg',
    'René',
    'Ångström',
    'Ÿ',
    'Żaneta',
    '林',
    'Ada',
    '',
    'Ãlvaro',
    'L’Écuyer',
    'O´Hara',
    'CONCEIÇÃO',
  ])
    expect(isMisreadUtf8(fine), fine).toBe(false);
});

test.each([
  ['iso-8859-15', latin('\xb4ofia \xbduvre \xa4'), 'Žofia œuvre €'],
  ['cp850', latin('J\x94rg K\x81hn Gro\xe1'), 'Jörg Kühn Groß'],
] as const)('a list saved as %s can be read as it was written', (encoding, bytes, text) => {
  expect(textOfFile(bytes, encoding)).toEqual({ text, encoding, isGuess: true });
});
