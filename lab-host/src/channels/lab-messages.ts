import type { Language } from '@academy/contract/i18n/languages';
import { LAB_CHANNEL_CODES, type LabMessage, LabMessageSchema, type LabNews } from '@academy/contract/lab-channel';
import { speakingIn } from '@academy/labs/lab-hosts/speaking';
import * as v from 'valibot';
import type { RawData, WebSocket } from 'ws';
import type { SandboxSession, SessionViewer } from '../sandbox/sandbox-session.ts';
import { messageTexts } from './message-texts.ts';

/** Messages that a page may send in a second; typing is far slower. */
const MAX_MESSAGES = 400;
/** Requests of one page that may wait for their answers. */
const MAX_QUESTIONS = 8;
/** Bytes that may wait to be sent; a page that falls further behind is disconnected and has to reconnect. */
const MAX_WAITING = 4_000_000;

const POLICY_VIOLATION = 1008;
const TRY_AGAIN_LATER = 1013;

type Question = Extract<LabMessage, { id: number }>;
type Answer = Omit<Extract<LabNews, { kind: 'answer' }>, 'kind' | 'id'>;

/**
 * Serves one page's messages about its lab until the page or the lab is gone.
 *
 * @param language of the page
 * @param beat called when the page reports that it is open
 */
export function serveLabPage(
  socket: WebSocket,
  sandboxSession: SandboxSession,
  language: Language,
  beat: (hidden: boolean) => void,
): void {
  let messages = 0;
  let questions = 0;
  const second = setInterval(() => {
    messages = 0;
  }, 1_000);
  second.unref();

  function send(news: LabNews): void {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > MAX_WAITING) socket.close(TRY_AGAIN_LATER);
    else socket.send(JSON.stringify(news));
  }

  const viewer: SessionViewer = {
    output: (terminal, text, again) => send({ kind: 'output', terminal, text, again }),
    files: (files, isPart) => send({ kind: 'files', files: [...files], ...(isPart ? { isPart } : {}) }),
    restarted: () => send({ kind: 'restarted' }),
    late: () => socket.close(TRY_AGAIN_LATER),
    ended() {
      send({ kind: 'ended' });
      socket.close(LAB_CHANNEL_CODES.ended);
    },
  };

  async function ask(question: Question): Promise<void> {
    if (questions >= MAX_QUESTIONS) {
      send({ kind: 'answer', id: question.id, problem: messageTexts.busy });
      return;
    }
    questions += 1;
    const answer = await answerOf(sandboxSession, question).catch((): Answer => ({ problem: messageTexts.silent }));
    questions -= 1;
    send({ kind: 'answer', id: question.id, ...answer });
  }

  function type({ terminal, text, sent }: Extract<LabMessage, { kind: 'input' }>): void {
    const upTo = sandboxSession.input(terminal, text, sent);
    if (upTo !== null) send({ kind: 'received', terminal, upTo });
  }

  function heard(message: LabMessage): void {
    switch (message.kind) {
      case 'show':
        sandboxSession.show(viewer, message.terminal, message);
        break;
      case 'resize':
        sandboxSession.resize(message.terminal, message);
        break;
      case 'input':
        type(message);
        break;
      case 'seen':
        sandboxSession.seen(viewer, message.terminal, message.characters);
        break;
      case 'beat':
        beat(message.hidden);
        break;
      default:
        // A WebSocket has no request of its own for each message.
        void speakingIn(language, () => ask(message));
    }
  }

  socket.on('message', (data: RawData, isBinary: boolean) => {
    messages += 1;
    const message = isBinary ? null : parsed(data);
    if (message === null || messages > MAX_MESSAGES) socket.close(POLICY_VIOLATION);
    else heard(message);
  });
  // A message that is too large or malformed is reported as an error before the connection is closed.
  socket.on('error', () => {});
  socket.on('close', () => {
    clearInterval(second);
    sandboxSession.leave(viewer);
  });
  sandboxSession.join(viewer);
}

function parsed(data: RawData): LabMessage | null {
  try {
    const result = v.safeParse(LabMessageSchema, JSON.parse(String(data)));
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}

async function answerOf(sandboxSession: SandboxSession, question: Question): Promise<Answer> {
  switch (question.kind) {
    case 'write':
      return (await sandboxSession.write([question]))
        ? {}
        : { problem: messageTexts.cannotWrite({ path: question.path }) };
    case 'makeFolder':
      return (await sandboxSession.makeFolder(question.path))
        ? {}
        : { problem: messageTexts.cannotCreate({ path: question.path }) };
    case 'copy':
    case 'move': {
      const { kind, from, path } = question;
      return (await sandboxSession.transfer(kind, from, path)) ? {} : { problem: messageTexts.cannotCreate({ path }) };
    }
    case 'remove':
      return (await sandboxSession.remove(question.path))
        ? {}
        : { problem: messageTexts.cannotRemove({ path: question.path }) };
    case 'test': {
      const result = await sandboxSession.test(question.script, question.words, question.seconds, question.input);
      await sandboxSession.look();
      return result;
    }
    case 'list':
      return (await sandboxSession.list(question.path)) ?? { entries: [], isCut: false };
    case 'read':
      return { file: await sandboxSession.read(question.path) };
    case 'original':
      return { file: await sandboxSession.original(question.path) };
    case 'changes':
      return { changes: await sandboxSession.changes() };
    case 'restart':
      await sandboxSession.restart();
      return {};
  }
}
