import { createHmac, timingSafeEqual } from 'node:crypto';
import { type ChannelRight, ChannelRightSchema } from '@academy/labs/lab-hosts/channel-right';
import { type PageRight, PageRightSchema } from '@academy/labs/lab-hosts/page-right';
import { type LabCondition, LabFailure, type LabSessions } from '@academy/labs/lab-provider';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Colleague } from '../servers/servers.store.ts';
import type { AcademyServers } from '../servers/servers.ts';

const PATH = '/servers/labs';
/** Longest wait for another server, ms: it ends a lab and stores its files meanwhile. */
const ANSWER_MS = 8_000;
/** A question may be this old, or come from a clock that is this far ahead, ms. */
const MAX_AGE_MS = 60_000;
const MAX_BYTES = 16_384;
const SIGNATURE = 'x-academy-signature';

const Text = v.pipe(v.string(), v.maxLength(300));

/** What a server asks of the one that runs a lab. */
const QuestionSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('status'), reference: Text }),
  v.strictObject({ kind: v.literal('extend'), reference: Text }),
  v.strictObject({ kind: v.literal('terminate'), reference: Text }),
  v.strictObject({ kind: v.literal('ticket'), right: ChannelRightSchema }),
  v.strictObject({ kind: v.literal('page'), right: PageRightSchema }),
  v.strictObject({ kind: v.literal('endGrant'), grantId: Text }),
]);
type Question = v.InferOutput<typeof QuestionSchema>;

/** A question with the server that it is for and its moment, so that a copy of it is of no use. */
const LetterSchema = v.strictObject({ to: v.string(), at: v.number(), question: QuestionSchema });

const MomentSchema = v.nullable(
  v.pipe(
    v.string(),
    v.isoTimestamp(),
    v.transform((text) => new Date(text)),
  ),
);
const ConditionSchema = v.object({
  state: v.picklist(['starting', 'waiting', 'running', 'ending']),
  expiresAt: MomentSchema,
  deadline: MomentSchema,
  expiring: v.boolean(),
  extendable: v.boolean(),
});
const StatusSchema = v.nullable(ConditionSchema);
const ExtendedSchema = v.nullable(v.object({ ...ConditionSchema.entries, extended: v.boolean() }));
const TicketSchema = v.object({ path: v.string(), ticket: v.string() });

/** What the sandboxes of this server answer. */
export interface LabAnswers {
  sessions: LabSessions;
  ticketFor(right: ChannelRight): { path: string; ticket: string };
  /** Null: it shows no pages. */
  urlFor(right: PageRight): string | null;
  endGrant(grantId: string): void;
}

/**
 * Labs in sandboxes of other servers. What is asked of a server is signed with the key that it keeps in the database, and
 * sent to the address that it has written there.
 */
export function labColleagues({ servers }: { servers: AcademyServers }) {
  const { serverId, find } = servers;

  async function ask<S extends v.GenericSchema>(server: Colleague, question: Question, reply: S) {
    if (server.address === null) throw new LabFailure('unavailable', 'the lab is on a server without an address');
    const letter = JSON.stringify({ to: server.serverId, at: Date.now(), question });
    try {
      const response = await fetch(`${server.address}${PATH}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [SIGNATURE]: signatureOf(letter, server.secret) },
        body: letter,
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      if (!response.ok) throw new Error(`it answered with ${response.status}`);
      return v.parse(v.object({ answer: reply }), await response.json()).answer as v.InferOutput<S>;
    } catch (error) {
      throw new LabFailure('unavailable', `the server ${server.address} does not answer`, { cause: error });
    }
  }

  /** The labs of another server; those of one that is gone do not exist any more. */
  function sessionsAt(other: string): LabSessions {
    const asked = async <S extends v.GenericSchema>(question: Question, reply: S) => {
      const server = await find(other);
      return server === null ? null : ask(server, question, reply);
    };
    return {
      start: () => Promise.reject(new LabFailure('unavailable', 'labs start at the server that is asked')),
      status: (reference): Promise<LabCondition | null> => asked({ kind: 'status', reference }, StatusSchema),
      extend: (reference) => asked({ kind: 'extend', reference }, ExtendedSchema),
      async terminate(reference) {
        await asked({ kind: 'terminate', reference }, v.null());
      },
    };
  }

  return {
    serverId,
    find,
    sessionsAt,

    /** A ticket of the server that runs a lab; null when that server is gone. @throws LabFailure */
    async ticketAt(other: string, right: ChannelRight): Promise<{ path: string; ticket: string } | null> {
      const server = await find(other);
      return server === null ? null : ask(server, { kind: 'ticket', right }, TicketSchema);
    },

    /** The address of a page of a lab; null when its server is gone, or shows no pages. @throws LabFailure */
    async pageAt(other: string, right: PageRight): Promise<string | null> {
      const server = await find(other);
      return server === null ? null : ask(server, { kind: 'page', right }, v.nullable(v.string()));
    },

    /** Lets every other server close the channels of a log-in that has ended. One that does not answer closes none. */
    async endGrant(grantId: string): Promise<void> {
      const question: Question = { kind: 'endGrant', grantId };
      await Promise.allSettled(servers.reachable().map((server) => ask(server, question, v.null())));
    },

    /** Answers what other servers ask. To everybody else there is nothing at this address. */
    answer(app: FastifyInstance, answers: LabAnswers): void {
      void app.register((scope, _options, done) => {
        scope.removeAllContentTypeParsers();
        const asText = { parseAs: 'string', bodyLimit: MAX_BYTES } as const;
        scope.addContentTypeParser('application/json', asText, (_request, body, parsed) => parsed(null, body));
        scope.post(PATH, async (request, reply) => {
          const question = opened(String(request.body), request.headers[SIGNATURE]);
          if (question === null) return reply.callNotFound();
          return reply
            .header('cache-control', 'no-store')
            .send({ answer: (await answerTo(question, answers)) ?? null });
        });
        done();
      });
    },
  };

  /** The question in a letter that is signed, for this server, and of now; else null. */
  function opened(letter: string, signature: unknown): Question | null {
    const wanted = Buffer.from(signatureOf(letter, servers.secret));
    const given = Buffer.from(typeof signature === 'string' ? signature : '');
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
    const read = v.safeParse(LetterSchema, JSON.parse(letter));
    if (!read.success || read.output.to !== serverId) return null;
    return Math.abs(Date.now() - read.output.at) > MAX_AGE_MS ? null : read.output.question;
  }
}

export type LabColleagues = ReturnType<typeof labColleagues>;

const signatureOf = (letter: string, secret: string): string =>
  createHmac('sha256', secret).update(letter).digest('base64url');

async function answerTo(question: Question, { sessions, ticketFor, urlFor, endGrant }: LabAnswers): Promise<unknown> {
  switch (question.kind) {
    case 'status':
      return sessions.status(question.reference);
    case 'extend':
      return sessions.extend(question.reference);
    case 'terminate':
      return sessions.terminate(question.reference);
    case 'ticket':
      return ticketFor(question.right);
    case 'page':
      return urlFor(question.right);
    case 'endGrant':
      return endGrant(question.grantId);
  }
}
