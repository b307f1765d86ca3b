import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { refetchReads } from './refetch-reads.ts';

test('a first read that a change overtakes is made again', async () => {
  const client = new QueryClient();
  let stored = 'before';
  const answers: (() => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ['list', 1],
    queryFn: () => {
      const read = stored;
      return new Promise<string>((done) => answers.push(() => done(read)));
    },
  });
  const stop = observer.subscribe(() => undefined);
  expect(answers).toHaveLength(1);
  stored = 'after';
  const done = refetchReads(client, 'list');
  await expect.poll(() => answers.length).toBe(2);
  for (const answer of answers) answer();
  await done;
  expect(client.getQueryData(['list', 1])).toBe('after');
  stop();
  client.clear();
});
