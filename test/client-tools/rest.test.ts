import request from 'supertest';
import { useService } from '../support/service.js';
import { useProject } from './tools.js';
import { compile } from './typescript.js';

const { service } = await useService();
const { folder, write, run } = useProject();

const { text: source } = await request(service.url).get('/api/v1/openapi.json');
write({ 'openapi.json': source });

test("Redocly's recommended rules find nothing in the OpenAPI document", async () => {
  const printed = await run('redocly', 'lint', 'openapi.json', '--extends', 'recommended', '--format', 'json');
  const { problems } = JSON.parse(printed) as { problems: { ruleId: string; message: string }[] };
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

test('openapi-typescript makes types of it that TypeScript accepts', async () => {
  const sample = `
import type { operations, webhooks } from './api';

type Create = operations['createPost'];
export const body: Create['requestBody']['content']['application/json'] = {
  content: 'Hello',
  platforms: ['microblog-1'],
};
export const idOf = (answer: Create['responses'][200]['content']['application/json']): string => answer.postGroupId;
export const eventOf = (delivery: webhooks['post.published']['post']['requestBody']['content']['application/json']) =>
  delivery.event satisfies 'post.published';
// @ts-expect-error A text is text.
export const wrong: Create['requestBody']['content']['application/json'] = { content: 5, platforms: [] };
`;
  await run('openapi-typescript', 'openapi.json', '--output', 'api.ts');
  write({ 'sample.ts': sample });
  expect(compile(folder, ['sample.ts'])).toEqual([]);
});
