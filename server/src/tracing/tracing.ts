import { subscribe, tracingChannel, unsubscribe } from 'node:diagnostics_channel';
import { hostname } from 'node:os';
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  type IdGenerator,
  ParentBasedSampler,
  RandomIdGenerator,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { type Activity, activities, currentActivity, STEP_CHANNEL, type Step } from '../background/activity.ts';
import { type EndedStatement, STATEMENT_CHANNEL, shownStatement } from '../db/statements.ts';
import type { BeginTrace } from '../http/activities.ts';
import type { TracingTarget } from './tracing-settings.ts';

/** Spans that wait to be sent; further ones are dropped. */
const MAX_WAITING = 4_096;
/** Spans are sent after this, ms. */
const SEND_EVERY_MS = 2_000;
/** Longest attempt to send, ms. */
const SEND_MS = 5_000;
/** Longest wait for the last spans when the server stops, ms. */
const LAST_MS = 2_000;

export interface Tracing {
  begin: BeginTrace;
  /** Sends what waits. */
  flush(): Promise<void>;
  /** Sends what waits, for two seconds at most, and records nothing further. */
  close(): Promise<void>;
}

export interface TracingOptions {
  version: string;
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>;
  /** Between two sendings, ms. */
  sendEveryMs?: number;
  /** Longest attempt to send, ms. */
  sendMs?: number;
}

type StepMessage = Step & { span?: Span; error?: unknown };

/**
 * Records what requests and deliveries do as spans of OpenTelemetry, and sends them to a collector. Spans carry names
 * of calls, patterns of routes and texts of statements; no values, addresses or tokens.
 *
 * Nothing waits for the collector: while it does not answer, spans wait in bounded memory and are then dropped.
 */
export function startTracing(
  target: TracingTarget,
  { version, log, sendEveryMs = SEND_EVERY_MS, sendMs = SEND_MS }: TracingOptions,
): Tracing {
  const { url, headers, resource } = target;
  const ids = traceIds();
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: sendMs });
  const processor = new BatchSpanProcessor({
    exporter: loggingFailures(exporter, new URL(url).host, log),
    maxQueueSize: MAX_WAITING,
    scheduledDelayMillis: sendEveryMs,
    exportTimeoutMillis: 2 * sendMs,
  });
  const provider = new TracerProvider({
    idGenerator: ids,
    sampler: samplerOf(target),
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.version': version,
        'service.instance.id': `${hostname()}:${process.pid}`,
        ...resource,
      }),
    ),
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer('academy', version);

  const begin: BeginTrace = (request, reply, activity) => {
    const { method } = request;
    const call = request.routeOptions.config?.call;
    const parent = parentOf(request);
    // The correlation id that people see in a reply is the id of its trace.
    if (parent === ROOT_CONTEXT) ids.next = request.id.replaceAll('-', '');
    const span = tracer.startSpan(
      call ?? `${method} ${activity.name}`,
      {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': method,
          'http.route': request.routeOptions.url ?? activity.name,
          'academy.correlation_id': request.id,
          ...(call === undefined ? {} : { 'academy.call': call }),
        },
      },
      parent,
    );
    // Also when the client leaves before its reply.
    reply.raw.once('close', () => {
      const { statusCode, writableFinished } = reply.raw;
      span.setAttribute('http.response.status_code', statusCode);
      if (!writableFinished) span.setAttribute('academy.client_left', true);
      if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    return { ...activity, span };
  };

  const beginStep = (message: StepMessage) => {
    const activity = currentActivity();
    const parent = activity?.span;
    if (parent === undefined && message.isRoot !== true) return activity;
    const { name, kind, attributes = {} } = message;
    const options = { kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL, attributes: { ...attributes } };
    const span = tracer.startSpan(name, options, below(parent));
    message.span = span;
    return { name, correlationId: null, ...activity, span };
  };
  const endStep = ({ span, error }: StepMessage) => {
    if (error !== undefined) span?.setStatus({ code: SpanStatusCode.ERROR, message: kindOf(error) });
    span?.end();
  };
  const hearStatement = (message: unknown) => {
    const { text, startedAt, ms, rows, errorCode, activity } = message as EndedStatement;
    const parent = activity?.span;
    if (parent === undefined || !parent.isRecording()) return;
    const shown = shownStatement(text);
    const span = tracer.startSpan(
      shown.slice(0, 40).split(' ', 1)[0]?.toUpperCase() ?? 'SQL',
      {
        kind: SpanKind.CLIENT,
        startTime: startedAt,
        attributes: {
          'db.system.name': 'postgresql',
          'db.query.text': shown,
          ...(rows === null ? {} : { 'db.response.returned_rows': rows }),
          ...(errorCode === null ? {} : { 'db.response.status_code': errorCode }),
        },
      },
      below(parent),
    );
    if (errorCode !== null) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(startedAt + ms);
  };
  const outgoing = outgoingRequests((name, attributes) => {
    const parent = currentActivity()?.span;
    return parent === undefined ? null : tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, below(parent));
  });

  const steps = tracingChannel<Activity, StepMessage>(STEP_CHANNEL);
  // Without an activity there is nothing to bind: the store stays undefined, as its readers expect.
  steps.start.bindStore(activities, beginStep as (message: StepMessage) => Activity);
  steps.asyncEnd.subscribe(endStep as (message: unknown) => void);
  subscribe(STATEMENT_CHANNEL, hearStatement);
  outgoing.subscribe();

  return {
    begin,
    flush: () => provider.forceFlush(),
    async close() {
      steps.start.unbindStore(activities);
      steps.asyncEnd.unsubscribe(endStep as (message: unknown) => void);
      unsubscribe(STATEMENT_CHANNEL, hearStatement);
      outgoing.unsubscribe();
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, LAST_MS);
      await Promise.race([provider.shutdown().catch(() => undefined), late.promise]);
      clearTimeout(timer);
    },
  };
}

const below = (parent: Span | undefined): Context =>
  parent === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, parent);

/** The message of an error may quote what a person wrote: a span names its kind only. */
const kindOf = (error: unknown): string =>
  error instanceof Error ? ('code' in error ? `${error.name} ${error.code}` : error.name) : 'error';

/** Random ids, except that the next trace gets the one that is set. */
function traceIds(): IdGenerator & { next: string | null } {
  const random = new RandomIdGenerator();
  return {
    next: null,
    generateTraceId() {
      const id = this.next ?? random.generateTraceId();
      this.next = null;
      return id;
    },
    generateSpanId: () => random.generateSpanId(),
  };
}

const TRACEPARENT = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/;

/** The span of a trusted proxy that the request continues. Others could make up ids, and have every request recorded. */
function parentOf(request: FastifyRequest): Context {
  // The first address is the connection's; a second one is read only when the first is a trusted proxy's.
  if ((request.ips?.length ?? 0) < 2) return ROOT_CONTEXT;
  const [, traceId, spanId, flags] = TRACEPARENT.exec(String(request.headers.traceparent)) ?? [];
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags ?? '0', 16);
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

function samplerOf({ sampler, share }: TracingTarget): Sampler {
  const root = sampler.endsWith('traceidratio')
    ? new TraceIdRatioBasedSampler(share)
    : sampler.endsWith('always_on')
      ? new AlwaysOnSampler()
      : new AlwaysOffSampler();
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

/** The same exporter; the log has one line when sending begins to fail, and one when it works again. */
function loggingFailures(exporter: SpanExporter, host: string, log: TracingOptions['log']): SpanExporter {
  let fails = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined || result.code !== 0;
        if (failed && !fails) log.warn({ host, problem: result.error?.message }, 'traces cannot be sent');
        if (!failed && fails) log.info({ host }, 'traces are sent again');
        fails = failed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

interface OutgoingMessage {
  request: { method: string; origin: string | URL | null };
  response?: { statusCode: number };
  error?: unknown;
}

/** Spans of requests to other servers: provider, lab portals, webhooks. Of the address only the host, never the path. */
function outgoingRequests(start: (name: string, attributes: Record<string, string>) => Span | null) {
  const spans = new WeakMap<object, Span>();
  const hear = (what: (message: OutgoingMessage) => void) => (message: unknown) => what(message as OutgoingMessage);
  const channels: [name: string, listener: (message: unknown) => void][] = [
    [
      'undici:request:create',
      hear(({ request }) => {
        const host = new URL(String(request.origin)).host;
        const span = start(request.method, { 'http.request.method': request.method, 'server.address': host });
        if (span !== null) spans.set(request, span);
      }),
    ],
    [
      'undici:request:headers',
      hear(({ request, response }) => {
        spans.get(request)?.setAttribute('http.response.status_code', response?.statusCode ?? 0);
      }),
    ],
    ['undici:request:trailers', hear(({ request }) => spans.get(request)?.end())],
    [
      'undici:request:error',
      hear(({ request, error }) => {
        const span = spans.get(request);
        span?.setStatus({ code: SpanStatusCode.ERROR, message: kindOf(error) });
        span?.end();
      }),
    ],
  ];
  return {
    subscribe() {
      for (const [name, listener] of channels) subscribe(name, listener);
    },
    unsubscribe() {
      for (const [name, listener] of channels) unsubscribe(name, listener);
    },
  };
}
