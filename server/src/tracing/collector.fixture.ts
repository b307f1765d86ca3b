import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterFile } from '../testing/after-file.ts';
import type { TracingTarget } from './tracing-settings.ts';

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean };

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Value }[];
  status: { code?: number; message?: string };
}

export interface ReceivedSpan extends Omit<SentSpan, 'attributes'> {
  attributes: Record<string, unknown>;
  ms: number;
}

const plain = ({ stringValue, intValue, doubleValue, boolValue }: Value) =>
  stringValue ?? doubleValue ?? boolValue ?? (intValue === undefined ? null : Number(intValue));

const attributesOf = (list: SentSpan['attributes']) =>
  Object.fromEntries(list.map(({ key, value }) => [key, plain(value)]));

/** A receiver of OTLP over HTTP with JSON, as collectors have one. */
export async function startCollector() {
  const spans: ReceivedSpan[] = [];
  const resources: Record<string, unknown>[] = [];
  const headers: NodeJS.Dict<string | string[]>[] = [];
  /** Everything that was received, as text. */
  let text = '';
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    text += body;
    headers.push({ ...request.headers, path: request.url });
    const sent = JSON.parse(body) as {
      resourceSpans: { resource: { attributes: SentSpan['attributes'] }; scopeSpans: { spans: SentSpan[] }[] }[];
    };
    for (const { resource, scopeSpans } of sent.resourceSpans) {
      resources.push(attributesOf(resource.attributes));
      for (const one of scopeSpans.flatMap((scope) => scope.spans)) {
        const ms = Number(BigInt(one.endTimeUnixNano) - BigInt(one.startTimeUnixNano)) / 1e6;
        spans.push({ ...one, attributes: attributesOf(one.attributes), ms });
      }
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterFile(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const target: TracingTarget = {
    url: `http://127.0.0.1:${port}/v1/traces`,
    headers: { authorization: 'Bearer of the collector' },
    sampler: 'parentbased_always_on',
    share: 1,
    resource: { 'service.name': 'academy of the test' },
  };
  return { spans, resources, headers, target, port, text: () => text };
}
