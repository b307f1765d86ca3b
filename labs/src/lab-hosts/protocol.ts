import { LAB_PROBLEMS } from '@academy/contract/labs';
import { LabWarningSchema } from '@academy/contract/labs-admin';
import * as v from 'valibot';
import { ChannelRightSchema } from './channel-right.ts';
import { PageRightSchema } from './page-right.ts';

/*
 * What servers ask of lab hosts: `POST /lab-host/<id of the host>/<question>` with JSON, signed (`letters.ts`). The reply is
 * `{ answer }`, or `{ problem, detail }` when the host cannot do it. A host has a new id with every start; it answers 410
 * to what is for another one. Packs are sent by `PUT /lab-host/<id>/packs/<hash>`.
 *
 * Servers and hosts are replaced one after the other, so those of neighboring editions meet: what is added here is optional,
 * and what is not known is left out.
 */

/** Names a host whose id is not known yet; for `health` only. */
export const ANY_HOST = 'any';

/** Longest wait of a host before it answers that there are no events, ms. */
export const MAX_EVENTS_WAIT_MS = 20_000;

/** Where a host is asked. */
export const questionPath = (hostId: string, question: string): string => `/lab-host/${hostId}/${question}`;

const Text = v.pipe(v.string(), v.maxLength(300));
const FilesSchema = v.array(v.object({ path: v.string(), text: v.string() }));
const MomentSchema = v.nullable(
  v.pipe(
    v.string(),
    v.isoTimestamp(),
    v.transform((text) => new Date(text)),
  ),
);
const ConditionEntries = {
  state: v.picklist(['starting', 'waiting', 'running', 'ending']),
  expiresAt: MomentSchema,
  deadline: MomentSchema,
  expiring: v.boolean(),
  extendable: v.boolean(),
} as const;

const PackSchema = v.object({
  /** SHA-256 of the packed bytes. */
  hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  packedBytes: v.number(),
  /** Folder from the home folder into which it is unpacked. */
  folder: v.string(),
});

const SetupSchema = v.object({
  packs: v.array(PackSchema),
  scripts: FilesSchema,
  variables: v.record(v.string(), v.string()),
});

/** An environment of a host, as far as servers know it. */
const HostEnvironmentSchema = v.object({
  name: v.string(),
  title: v.string(),
  /** Names that it gives to ports. */
  ports: v.array(v.object({ name: v.string(), port: v.number() })),
  /** False: no lab can run in it now. */
  isUsable: v.boolean(),
});

const HealthSchema = v.object({
  hostId: v.pipe(v.string(), v.uuid()),
  /** Labs that run, references of those that start, and most of both. */
  running: v.number(),
  starting: v.array(Text),
  maximum: v.number(),
  /** Memory of one lab where its environment names none. */
  memoryMegabytes: v.number(),
  freeMegabytes: v.number(),
  /** It starts no labs any more, and ends with its last one. */
  isDraining: v.boolean(),
  warning: v.nullable(LabWarningSchema),
  environments: v.array(HostEnvironmentSchema),
  /** Images of workshops and the environments that stand for them. */
  images: v.record(v.string(), v.string()),
  /** Requests for pages of labs since its start, by what became of them. */
  pages: v.record(v.string(), v.number()),
});
export type HostHealth = v.InferOutput<typeof HealthSchema>;

/** Why a lab has ended without being asked to. */
const SessionEndSchema = v.picklist(['expired', 'orphaned', 'broken', 'closing']);
export type SessionEnd = v.InferOutput<typeof SessionEndSchema>;

const EventEntries = {
  id: v.number(),
  reference: Text,
  files: FilesSchema,
  /** What differs from the start, packed, in base64; empty: nothing. Hosts of the edition before do not send it. */
  changes: v.optional(v.string()),
} as const;
const EventSchema = v.variant('kind', [
  /** The learner's files have changed. */
  v.object({ kind: v.literal('files'), ...EventEntries }),
  /** It has ended; `why` is null when that was asked for. */
  v.object({ kind: v.literal('ended'), ...EventEntries, why: v.nullable(SessionEndSchema) }),
]);
export type LabHostEvent = v.InferOutput<typeof EventSchema>;

const OfSession = v.object({ reference: Text });
const Nothing = v.object({});

/** Every question with the shape of its answer. */
export const QUESTIONS = {
  health: { asks: Nothing, answer: HealthSchema },
  /** Starts a lab, once however often it is asked; names the packs that the host lacks when there are any. */
  start: {
    asks: v.object({
      reference: Text,
      workshop: Text,
      wanted: v.nullable(v.object({ environment: v.nullable(Text), image: v.nullable(Text) })),
      files: v.object({
        beginning: FilesSchema,
        kept: v.nullable(FilesSchema),
        /** What the host reported as `changes` when the lab last ended, in place of `kept`. */
        changes: v.optional(v.nullable(v.string())),
      }),
      setup: v.nullable(SetupSchema),
    }),
    answer: v.object({ missing: v.array(v.string()), started: v.nullable(v.object(ConditionEntries)) }),
  },
  /** Null: the host has no such lab any more. */
  status: { asks: OfSession, answer: v.nullable(v.object(ConditionEntries)) },
  extend: { asks: OfSession, answer: v.nullable(v.object({ ...ConditionEntries, extended: v.boolean() })) },
  terminate: { asks: OfSession, answer: v.null() },
  ticket: {
    asks: v.object({ right: ChannelRightSchema }),
    answer: v.object({ path: v.string(), ticket: v.string() }),
  },
  page: { asks: v.object({ right: PageRightSchema }), answer: v.string() },
  /** Closes the channels and pages of a log-in that has ended. */
  endGrant: { asks: v.object({ grantId: Text }), answer: v.null() },
  /**
   * Events that no server has acknowledged, as soon as there is one. An event that is answered is not answered again for
   * some seconds, and then until it is acknowledged.
   */
  events: {
    asks: v.object({ acknowledged: v.array(v.number()) }),
    answer: v.object({ events: v.array(EventSchema) }),
  },
  /** No more labs; the host ends with its last one. */
  drain: { asks: Nothing, answer: v.null() },
  /** Ends all labs; new ones may start. */
  endAll: { asks: Nothing, answer: v.null() },
  /** Ends all labs and then itself. */
  close: { asks: Nothing, answer: v.null() },
} as const;

export type QuestionName = keyof typeof QUESTIONS;
export type Question<Q extends QuestionName> = v.InferOutput<(typeof QUESTIONS)[Q]['asks']>;
export type Answer<Q extends QuestionName> = v.InferOutput<(typeof QUESTIONS)[Q]['answer']>;

export const isQuestion = (name: string): name is QuestionName => Object.hasOwn(QUESTIONS, name);

/** What a host replies in place of an answer. */
export const ProblemSchema = v.object({ problem: v.picklist(LAB_PROBLEMS), detail: v.string() });
