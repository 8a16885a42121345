import { createConfig, lintFromString } from '@redocly/openapi-core';
import openapiTS, { astToString } from 'openapi-typescript';
import request from 'supertest';
import { useService } from '../support/service.js';
import { compile, useFolder } from './typescript.js';

const { service } = await useService();
const folder = useFolder();

const { text: source } = await request(service.url).get('/api/v1/openapi.json');

test("Redocly's recommended rules find nothing in the OpenAPI document", async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, absoluteRef: `${service.url}/api/v1/openapi.json`, config });
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
  const types = astToString(await openapiTS(source));
  expect(compile(folder, { 'api.ts': types, 'sample.ts': sample })).toEqual([]);
});
