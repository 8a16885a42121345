/**
 * Arbitrary messages over a web socket, in any order and number: each gets a response, or the socket is closed, and
 * other clients are served as before. The subscriptions are generated from the schema.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import fc from 'fast-check';
import { buildClientSchema, type GraphQLSchema, getIntrospectionQuery, OperationTypeNode } from 'graphql';
import { WebSocket } from 'ws';
import { anyText, grown, patienceMs, runs } from '../support/arbitraries.js';
import { type Operation, oneWrong } from '../support/arbitrary-operations.js';
import { anyHeader } from '../support/arbitrary-requests.js';
import { graphql } from '../support/graphql.js';
import { type Person, startTwoAccounts } from './caller-and-stranger.js';
import { fieldsOf, operationsFor } from './graphql-input.js';

const RUNS = 20;

jest.setTimeout(patienceMs(RUNS, 10));
const world = startTwoAccounts({ groups: 3 });

let schema: GraphQLSchema;
let caller: Person;
beforeAll(async () => {
  schema = buildClientSchema((await graphql(world.service, {}, getIntrospectionQuery())).data);
  caller = await world.newCaller();
}, 180_000);

const PROTOCOL = 'graphql-transport-ws';

/** With these codes a server closes the socket of a client that did something wrong. */
const CLIENTS_FAULT = [1002, 1003, 1007, 1009, 4400, 4401, 4403, 4406, 4408, 4409, 4429];

const init = () => JSON.stringify({ type: 'connection_init', payload: { 'x-api-key': caller.account.apiKey } });
const subscribe = (id: unknown, payload: unknown) => JSON.stringify({ id: `${id}`, type: 'subscribe', payload });

/** What a client sends to a healthy service, and receives. */
const QUESTION = '{ viewer { id } }';

/** Sends messages and asks something: fails unless that is answered, or the socket is closed for them. */
async function converse(messages: readonly (string | Uint8Array)[]): Promise<void> {
  const socket = new WebSocket(world.service.wsUrl, PROTOCOL);
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  const answered = new Promise<string>((resolve) => {
    socket.on('message', (data) => {
      world.expectNothingOfOtherUser(data.toString());
      if (data.toString().startsWith('{"id":"last"')) resolve('answered');
    });
  });
  await once(socket, 'open');
  for (const message of messages) socket.send(typeof message === 'string' ? grown(message) : message);
  socket.send(subscribe('last', { query: QUESTION }));
  const end = await Promise.race([closed, answered]);
  socket.close();
  await closed;
  expect(['answered', ...CLIENTS_FAULT]).toContain(end);
}

async function expectServed(): Promise<void> {
  await converse([init()]);
  expect(await world.ask({ method: 'GET', path: '/health/ready', headers: {} })).toMatchObject({ status: 200 });
}

/** Subscriptions to everything that there is. */
const anySubscription = (): fc.Arbitrary<Operation> =>
  fc.oneof(
    ...fieldsOf(schema, OperationTypeNode.SUBSCRIPTION).map((field) =>
      operationsFor(world, caller)(OperationTypeNode.SUBSCRIPTION, field),
    ),
  );

test('every subscription, with an id or a cursor that is hardly one', async () => {
  for (const field of fieldsOf(schema, OperationTypeNode.SUBSCRIPTION)) {
    const operations = oneWrong(operationsFor(world, caller)(OperationTypeNode.SUBSCRIPTION, field));
    const property = fc.asyncProperty(operations, (operation) => converse([init(), subscribe('1', operation)]));
    await world.unharmed(() => fc.assert(property, runs(RUNS)));
  }
  await expectServed();
});

test('the messages of the protocol, in any order', async () => {
  const id = fc.constantFrom('1', '2', '', '\0', 'x'.repeat(10_000));
  const message = fc.oneof(
    { weight: 2, arbitrary: fc.constant(null).map(init) },
    { weight: 4, arbitrary: fc.tuple(id, anySubscription()).map(([one, operation]) => subscribe(one, operation)) },
    { weight: 3, arbitrary: id.map((one) => JSON.stringify({ id: one, type: 'complete' })) },
    { weight: 1, arbitrary: fc.constantFrom('{"type":"ping"}', '{"type":"pong"}', '{"type":"connection_terminate"}') },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 30 }) },
  );
  const property = fc.asyncProperty(fc.array(message, { maxLength: 20 }), converse);
  await world.unharmed(() => fc.assert(property, runs(RUNS)));
  await expectServed();
});

const LISTENING = { query: 'subscription { accountActivity { cursor } }' };

test.each<[number, string, (index: number) => string]>([
  [2_000, 'pings', () => '{"type":"ping"}'],
  [2_000, 'pings with something in them', () => JSON.stringify({ type: 'ping', payload: { text: 'x'.repeat(2_000) } })],
  [2_000, 'ends of what never started', (index) => JSON.stringify({ id: `${index}`, type: 'complete' })],
  [100, 'questions', (index) => subscribe(index, { query: QUESTION })],
  [100, 'subscriptions', (index) => subscribe(index, LISTENING)],
  [100, 'subscriptions under one id', () => subscribe('1', LISTENING)],
])('%d %s at once', async (count, _what, messageOf) => {
  const messages = Array.from({ length: count }, (_, index) => messageOf(index));
  await world.unharmed(() => converse([init(), ...messages]));
  await expectServed();
});

/** What is sent as a frame (RFC 6455, section 5.2), however wrong. */
interface Frame {
  /** FIN, RSV1 to 3 and the opcode. */
  first: number;
  masked: boolean;
  payload: Uint8Array;
  /** The length that it says to have; null: its own. */
  length: bigint | null;
}

function bytesOf({ first, masked, payload, length }: Frame): Buffer {
  const said = Buffer.alloc(8);
  said.writeBigUInt64BE(length ?? BigInt(payload.length));
  // A mask of zeros changes nothing.
  return Buffer.concat([Buffer.from([first, (masked ? 0x80 : 0) | 127]), said, Buffer.alloc(masked ? 4 : 0), payload]);
}

describe('bytes', () => {
  /** Sends bytes after a handshake that is like this; answers all that came back. */
  async function send(handshake: Record<string, string>, path: string, bytes: Buffer): Promise<string> {
    const { hostname, port } = new URL(world.service.url);
    const socket = connect({ host: hostname, port: Number(port) });
    await once(socket, 'connect');
    // A server that has read enough does not wait for the rest.
    socket.on('error', () => undefined);
    const headers = Object.entries(handshake).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${headers.join('')}\r\n`,
    );
    socket.end(bytes);
    const answer = await textOf(socket);
    world.expectNothingOfOtherUser(answer);
    return answer;
  }
  const HANDSHAKE = {
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': Buffer.alloc(16, 1).toString('base64'),
    'Sec-WebSocket-Protocol': PROTOCOL,
  };

  test('frames of any kind', async () => {
    const written = fc.oneof(
      fc.constant(null).map(init),
      anySubscription().map((one) => subscribe('1', one)),
      anyText,
    );
    const frame: fc.Arbitrary<Frame> = fc.record({
      first: fc.oneof(fc.constantFrom(0x81, 0x82, 0x01, 0x80, 0x88, 0x89, 0x8a, 0xc1), fc.nat(255)),
      masked: fc.oneof({ weight: 6, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
      payload: fc.oneof(
        { weight: 4, arbitrary: written.map((text) => Buffer.from(text)) },
        { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
        { weight: 1, arbitrary: fc.constant(new Uint8Array(300_000)) },
      ),
      length: fc.oneof(
        { weight: 8, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.constantFrom(0n, 1n, 70_000n, 2n ** 31n, 2n ** 53n, 2n ** 63n, 2n ** 64n - 1n) },
      ),
    });
    const property = fc.asyncProperty(fc.array(frame, { maxLength: 6 }), async (frames) => {
      const answer = await send(HANDSHAKE, '/graphql', Buffer.concat(frames.map(bytesOf)));
      expect(answer).toMatch(/^HTTP\/1\.1 101 /);
    });
    await world.unharmed(() => fc.assert(property, runs(RUNS)));
    await expectServed();
  });

  test('handshakes of any kind', async () => {
    const anyOf = (...values: string[]) => fc.option(fc.oneof(fc.constantFrom(...values), anyHeader), { freq: 8 });
    const handshake = fc.record({
      version: anyOf('13', '8', '14', '-1'),
      key: anyOf(HANDSHAKE['Sec-WebSocket-Key'], 'short', ''),
      protocol: anyOf(PROTOCOL, 'graphql-ws', `${PROTOCOL}, ${PROTOCOL}`, ','),
      extensions: anyOf('permessage-deflate', 'permessage-deflate; client_max_window_bits=99', 'x; y="'),
      cookie: anyOf('service_session=x', '='),
      path: fc.constantFrom('/graphql', '/graphql?a=b', '/graphql/', '/', '/health', '//', '/graphql%00'),
    });
    const property = fc.asyncProperty(handshake, async ({ version, key, protocol, extensions, cookie, path }) => {
      const named = { Version: version, Key: key, Protocol: protocol, Extensions: extensions };
      const headers = Object.entries(named).map(([name, value]) => [`Sec-WebSocket-${name}`, value]);
      const given = [...headers, ['Cookie', cookie]].filter(([, value]) => value !== null);
      const bytes = bytesOf({ first: 0x81, masked: true, payload: Buffer.from(init()), length: null });
      expect(await send(Object.fromEntries(given), path, bytes)).toMatch(/^HTTP\/1\.1 (101|4\d\d) /);
    });
    await world.unharmed(() => fc.assert(property, runs(RUNS)));
    await expectServed();
  });
});
