import { expect, it } from 'vitest';
import { AgentChannel, MachineGone } from './agent-channel.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

it('replies are told apart by their ids, in whatever pieces they arrive', async () => {
  const sent: string[] = [];
  const channel = new AgentChannel((line) => sent.push(line));
  const first = channel.ask('run', 'a b', 5);
  const second = channel.ask('ping');
  expect(sent).toEqual(['1 run a%20b 5\n', '2 ping\n']);
  for (const byte of bytes('2 0 0 0\n1 3 3 2\noutno')) channel.receive(Uint8Array.of(byte));
  expect(await second).toMatchObject({ status: 0 });
  expect(await first).toEqual({ status: 3, output: bytes('out'), errors: bytes('no') });
});

it('a reply says when a program was ended after its time', async () => {
  const channel = new AgentChannel(() => {});
  const reply = channel.ask('run', 'x', 1);
  channel.receive(bytes('1 late 0 0\n'));
  expect((await reply).status).toBe('late');
});

it('what is no reply is passed over', async () => {
  const channel = new AgentChannel(() => {});
  const reply = channel.ask('ping');
  channel.receive(bytes('kernel: something\n1 0 0 0\n'));
  expect(await reply).toMatchObject({ status: 0 });
});

it('requests are refused once the machine has ended', async () => {
  const channel = new AgentChannel(() => {});
  const reply = channel.ask('ping');
  channel.close();
  await expect(reply).rejects.toBeInstanceOf(MachineGone);
});
