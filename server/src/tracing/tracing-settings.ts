import * as v from 'valibot';
import { setting } from '../settings/setting.ts';
import { oneOf, text } from '../settings/setting-types.ts';

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Collectors often have no TLS inside of a cluster. */
const collectorAddress = () =>
  v.pipe(
    text(),
    v.check(isCollectorAddress, 'must be an address such as http://collector:4318, without user and password'),
  );

function isCollectorAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password, search, hash } = new URL(value);
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === '';
}

/** `name=value,name2=value2` with percent-encoded values, as OpenTelemetry writes lists. */
const encodedPairs = () =>
  v.pipe(
    text(),
    v.rawTransform(({ dataset, addIssue, NEVER }): Readonly<Record<string, string>> => {
      const entries: [string, string][] = [];
      for (const part of dataset.value.split(',').filter((one) => one.trim() !== '')) {
        const [, name, value] = /^\s*([\w.-]{1,100})\s*=\s*([^\s,]{1,4000})\s*$/.exec(part) ?? [];
        const decoded = decodedOrNull(value ?? '');
        // The value may be secret: the message must not quote it.
        if (name === undefined || decoded === null) {
          addIssue({ message: 'must be name=value pairs with commas between, values percent-encoded' });
          return NEVER;
        }
        entries.push([name, decoded]);
      }
      return Object.fromEntries(entries);
    }),
  );

function decodedOrNull(value: string): string | null {
  try {
    return decodeURIComponent(value);
  } catch {
    return null;
  }
}

/** Settings of traces, under the names that OpenTelemetry gives them everywhere. */
export const TRACING_SETTINGS = {
  otlpEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    collectorAddress(),
    null,
    'Collector that gets traces at `<address>/v1/traces`: `http://127.0.0.1:4318`. Nothing is traced when left out. See [watch](../how-to/watch.md#traces).',
  ),
  otlpTracesEndpoint: setting(
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    collectorAddress(),
    null,
    'The same as a whole address, which is used as it is.',
  ),
  otlpProtocol: setting(
    'OTEL_EXPORTER_OTLP_PROTOCOL',
    oneOf(['http/json']),
    'http/json' as const,
    'Form in which traces are sent; every collector that speaks HTTP understands it.',
  ),
  otlpHeaders: setting(
    'OTEL_EXPORTER_OTLP_HEADERS',
    encodedPairs(),
    null,
    'Headers for the collector, such as `authorization=Bearer%20...`.',
  ),
  tracesExporter: setting(
    'OTEL_TRACES_EXPORTER',
    oneOf(['otlp', 'none']),
    'otlp' as const,
    '`none`: no traces, although a collector is named.',
  ),
  tracesSampler: setting(
    'OTEL_TRACES_SAMPLER',
    oneOf(SAMPLERS),
    'parentbased_always_on' as const,
    'Which requests are traced. With `parentbased_` a trace that a trusted proxy began is continued as the proxy decided.',
  ),
  tracesSamplerArg: setting(
    'OTEL_TRACES_SAMPLER_ARG',
    v.pipe(
      text(),
      v.regex(/^(?:0|1|[01]?\.\d{1,9})$/, 'must be a share from 0 to 1'),
      v.transform(Number),
      v.maxValue(1),
    ),
    1,
    'Share of requests that `traceidratio` traces: `0.05` is one in twenty.',
  ),
  otelServiceName: setting('OTEL_SERVICE_NAME', text(), 'academy', 'Name of the academy in traces.'),
  otelResource: setting(
    'OTEL_RESOURCE_ATTRIBUTES',
    encodedPairs(),
    null,
    'What traces say of this server: `deployment.environment.name=prod`.',
  ),
} as const;

interface TracingValues {
  otlpEndpoint: string | null;
  otlpTracesEndpoint: string | null;
  otlpHeaders: Readonly<Record<string, string>> | null;
  tracesExporter: 'otlp' | 'none';
  tracesSampler: (typeof SAMPLERS)[number];
  tracesSamplerArg: number;
  otelServiceName: string;
  otelResource: Readonly<Record<string, string>> | null;
}

/** Where traces go, and which. */
export interface TracingTarget {
  url: string;
  headers: Readonly<Record<string, string>>;
  sampler: (typeof SAMPLERS)[number];
  /** From 0 to 1. */
  share: number;
  /** Attributes of this server. */
  resource: Readonly<Record<string, string>>;
}

/** Null when nothing is traced. */
export function tracingTarget(values: TracingValues): TracingTarget | null {
  const { otlpEndpoint, otlpTracesEndpoint, tracesExporter, tracesSampler: sampler } = values;
  const url = otlpTracesEndpoint ?? (otlpEndpoint === null ? null : `${otlpEndpoint.replace(/\/+$/, '')}/v1/traces`);
  if (url === null || tracesExporter === 'none' || sampler === 'always_off') return null;
  return {
    ...{ url, sampler, share: values.tracesSamplerArg },
    headers: values.otlpHeaders ?? {},
    resource: { 'service.name': values.otelServiceName, ...values.otelResource },
  };
}
