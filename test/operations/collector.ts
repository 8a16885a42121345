/** A collector of traces on this machine: OTLP over HTTP with protobuf, as far as a test reads it. */
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { eventually } from '../support/eventually.js';

export interface CollectedSpan {
  service: string;
  name: string;
  kind: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  attributes: Record<string, unknown>;
  /** Trace and span of each. */
  links: { traceId: string; spanId: string }[];
  isError: boolean;
}

const KINDS = ['', 'internal', 'server', 'client', 'producer', 'consumer'];

type Field = { number: number; bytes: Buffer; value: bigint };

/** The fields of a protobuf message. */
function fieldsOf(message: Buffer): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message.readUInt8(at);
      at += 1;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const take = (length: number) => {
    at += length;
    return message.subarray(at - length, at);
  };
  while (at < message.length) {
    const tag = Number(varint());
    const number = tag >> 3;
    const type = tag & 7;
    if (type === 0) fields.push({ number, bytes: Buffer.alloc(0), value: varint() });
    else if (type === 2) fields.push({ number, bytes: take(Number(varint())), value: 0n });
    else if (type === 1) fields.push({ number, bytes: take(8), value: 0n });
    else if (type === 5) fields.push({ number, bytes: take(4), value: 0n });
    else throw new Error(`There is no wire type ${type} in OTLP`);
  }
  return fields;
}

const all = (fields: Field[], number: number) => fields.filter((field) => field.number === number);
const bytes = (fields: Field[], number: number) => all(fields, number)[0]?.bytes ?? Buffer.alloc(0);
const text = (fields: Field[], number: number) => bytes(fields, number).toString('utf8');

function attributesOf(fields: Field[], number: number): Record<string, unknown> {
  return Object.fromEntries(
    all(fields, number).map((attribute) => {
      const pair = fieldsOf(attribute.bytes);
      const [value] = fieldsOf(bytes(pair, 2));
      if (value?.number === 1) return [text(pair, 1), value.bytes.toString('utf8')];
      if (value?.number === 4) return [text(pair, 1), value.bytes.readDoubleLE()];
      return [text(pair, 1), Number(value?.value)];
    }),
  );
}

function spansOf(body: Buffer): CollectedSpan[] {
  return all(fieldsOf(body), 1).flatMap((resourceSpans) => {
    const ofResource = fieldsOf(resourceSpans.bytes);
    const service = String(attributesOf(fieldsOf(bytes(ofResource, 1)), 1)['service.name']);
    return all(ofResource, 2).flatMap((scopeSpans) =>
      all(fieldsOf(scopeSpans.bytes), 2).map((span) => {
        const fields = fieldsOf(span.bytes);
        return {
          service,
          name: text(fields, 5),
          kind: KINDS[Number(all(fields, 6)[0]?.value)] ?? '',
          traceId: bytes(fields, 1).toString('hex'),
          spanId: bytes(fields, 2).toString('hex'),
          parentSpanId: bytes(fields, 4).toString('hex'),
          attributes: attributesOf(fields, 9),
          links: all(fields, 13).map((link) => {
            const ids = fieldsOf(link.bytes);
            return { traceId: bytes(ids, 1).toString('hex'), spanId: bytes(ids, 2).toString('hex') };
          }),
          isError: all(fieldsOf(bytes(fields, 15)), 3)[0]?.value === 2n,
        };
      }),
    );
  });
}

export interface Collector {
  url: string;
  spans: CollectedSpan[];
  requests: { path: string; headers: IncomingHttpHeaders }[];
  /** Waits for the span that matches. */
  find(matches: (span: CollectedSpan) => boolean): Promise<CollectedSpan>;
  close(): Promise<void>;
}

/** Starts a collector; `answer` replaces its response. */
export async function startCollector(answer?: RequestListener): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const requests: Collector['requests'] = [];
  const server = createServer((request, response) => {
    requests.push({ path: request.url ?? '', headers: request.headers });
    if (answer) return answer(request, response);
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      spans.push(...spansOf(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body));
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    requests,
    find: (matches) => eventually(async () => spans.find(matches)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
