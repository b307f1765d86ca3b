import { expect, it } from 'vitest';
import { conflictMarkers } from './conflict-markers.ts';

const conflict = ['<<<<<<< HEAD', 'Ours.', '=======', 'Theirs.', '>>>>>>> theirs'].join('\n');
const found = (text: string, file = 'content.md') =>
  conflictMarkers(new Map([[file, new TextEncoder().encode(text)]])).map(
    ({ line, severity, code }) => `${line} ${severity} ${code}`,
  );

it('an unresolved git conflict refuses the item, at its first line', () => {
  expect(found(`Text.\n\n${conflict}\n`)).toEqual(['3 fatal conflict-markers']);
  expect(found(`{\n${conflict}\n}`, 'course.json')).toEqual(['2 fatal conflict-markers']);
  expect(found(`Text.\r\n${conflict.replaceAll('\n', '\r\n')}`)).toEqual(['2 fatal conflict-markers']);
});

it('each conflict of a file is named, also with the common base between', () => {
  const threeWay = conflict.replace('=======', '||||||| base\nBase.\n=======');
  expect(found(`${threeWay}\n\n${conflict}\n`)).toEqual(['1 fatal conflict-markers', '9 fatal conflict-markers']);
});

it('in a block of code it may be what the lesson teaches: a warning', () => {
  expect(found(`\`\`\`text\n${conflict}\n\`\`\`\n`)).toEqual(['2 warning conflict-markers']);
});

it('headings, quotes and single markers are no conflict', () => {
  expect(found('Title\n=======\n\n> > quote\n\n<<<<<<< only this\n')).toEqual([]);
  expect(found(conflict, 'picture.png')).toEqual([]);
});
