import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import request from 'supertest';
import { openPrism } from './prism.js';

const named = {
  'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
};
const document = {
  openapi: '3.1.1',
  info: { title: 'Names', version: '1' },
  servers: [{ url: '/' }],
  paths: {
    '/names': {
      post: {
        requestBody: { required: true, content: named },
        responses: { 200: { description: 'Success', content: named } },
      },
    },
  },
};

const upstream = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
}).listen(0, '127.0.0.1');
let answer: object;
await once(upstream, 'listening');
const prism = await openPrism(document, `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`);
afterAll(async () => {
  await prism.close();
  upstream.close();
});

test.each([
  ['a request and an answer as documented pass Prism', { name: 'a' }, { name: 'b' }, undefined],
  ['an answer that is not as documented does not', { name: 'a' }, { name: 5 }, /response.*name/],
  ['nor does an accepted request that is not', {}, { name: 'b' }, /request.*name/],
])('%s', async (_what, sent, answered, complaint) => {
  answer = answered;
  const received = await request(prism.url).post('/names').send(sent);
  expect(received.body).toEqual(answered);
  const hold = () => prism.expectNoViolation(received);
  if (complaint) expect(hold).toThrow(complaint);
  else hold();
});
