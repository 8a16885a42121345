import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAccount } from '../support/account.js';
import { useService } from '../support/service.js';
import { type Assistant, BRIDGE, overHttp, overStdio } from './support.js';

const { db, service } = await useService();
let viaHttp: Assistant;
let viaStdio: Assistant;

beforeAll(async () => {
  const { apiKey } = await createAccount(db, { mcpAccess: true, connected: ['fediverse-1'] });
  [viaHttp, viaStdio] = await Promise.all([overHttp(service, { 'x-api-key': apiKey }), overStdio(service, apiKey)]);
});
afterAll(async () => {
  await Promise.all([viaHttp?.close(), viaStdio?.close()]);
});

const assistants = () => [viaHttp, viaStdio];

test('over both transports: the same tools, resources and prompts', async () => {
  const [http, stdio] = await Promise.all(
    assistants().map(async ({ client }) => ({
      ...(await client.listTools()),
      ...(await client.listResources()),
      ...(await client.listResourceTemplates()),
      ...(await client.listPrompts()),
      instructions: client.getInstructions(),
    })),
  );
  expect(stdio).toEqual(http);
  expect(http?.tools.length).toBeGreaterThan(10);
  expect(http?.instructions).toContain('confirm: true');
});

test('over both transports: resources are what the tools return', async () => {
  const { postGroupId } = await viaHttp.call('create_post', { content: 'Attached', platformIds: ['fediverse-1'] });
  for (const { client, call } of assistants()) {
    const read = async (uri: string) => {
      const { contents } = await client.readResource({ uri });
      return JSON.parse((contents as { text: string }[])[0]?.text ?? '');
    };
    expect(await read('publishing://accounts')).toEqual(await call('list_accounts'));
    expect(await read('publishing://usage')).toEqual(await call('get_usage'));
    expect(await read('publishing://posts')).toEqual(await call('list_posts'));
    expect(await read(`publishing://posts/${postGroupId}`)).toEqual(await call('get_post', { postGroupId }));
    const { resources } = await client.listResources();
    expect(resources).toContainEqual(
      expect.objectContaining({ uri: `publishing://posts/${postGroupId}`, title: 'Attached' }),
    );
    await expect(read(`publishing://posts/${'0'.repeat(24)}`)).rejects.toThrow('Post group not found');
    await expect(read('publishing://posts/x')).rejects.toThrow('not found');
  }
});

test('over both transports: prompts name the tools that there are', async () => {
  const args: Record<string, Record<string, string>> = {
    plan_week: { topic: 'Our new bicycle' },
    adapt_text: { text: 'A long text' },
    fix_failed_post: { postGroupId: '0'.repeat(24) },
  };
  for (const { client } of assistants()) {
    const { prompts } = await client.listPrompts();
    const { tools } = await client.listTools();
    expect(prompts.map(({ name }) => name)).toEqual(Object.keys(args));
    for (const { name } of prompts) {
      const { messages } = await client.getPrompt({ name, arguments: args[name] });
      const [{ text }] = messages.map(({ content }) => content) as unknown as [{ text: string }];
      const named = [...text.matchAll(/[Cc]all (\w+_\w+)/g)].map(([, tool]) => tool);
      expect(named.length).toBeGreaterThan(0);
      expect(tools.map((tool) => tool.name)).toEqual(expect.arrayContaining(named));
      for (const value of Object.values(args[name] ?? {})) expect(text).toContain(value);
    }
  }
});

test('over both transports: values of arguments are completed with what exists', async () => {
  const { postGroupId } = await viaHttp.call('create_post', { content: 'Completed', platformIds: ['fediverse-1'] });
  for (const { client } of assistants()) {
    const complete = async (name: string, argument: string, value: string) => {
      const ref = { type: 'ref/prompt' as const, name };
      return (await client.complete({ ref, argument: { name: argument, value } })).completion.values;
    };
    expect(await complete('adapt_text', 'platforms', 'SK')).toEqual(['skyfeed']);
    expect(await complete('adapt_text', 'platforms', 'skyfeed, f')).toEqual(['skyfeed, fediverse']);
    expect(await complete('adapt_text', 'platforms', 'skyfeed,skyf')).toEqual([]);
    expect(await complete('plan_week', 'accounts', '')).toEqual(['fediverse-1']);
    expect(await complete('plan_week', 'topic', 'bi')).toEqual([]);
    // Nothing has failed.
    expect(await complete('fix_failed_post', 'postGroupId', '')).toEqual([]);
    const ref = { type: 'ref/resource' as const, uri: 'publishing://posts/{postGroupId}' };
    const begun = (value: string) => client.complete({ ref, argument: { name: 'postGroupId', value } });
    expect((await begun(postGroupId.slice(0, 20))).completion.values).toContain(postGroupId);
    expect((await begun('zz')).completion.values).toEqual([]);
  }
});

describe('the program for stdio', () => {
  test.each([
    ['is cut off', 'text/event-stream', ': begun\n\n'],
    ['ends without the answer', 'application/json', '{"data":null}'],
  ])('answers an error where the response %s, and goes on', async (how, type, begun) => {
    const { apiKey } = await createAccount(db, { mcpAccess: true });
    const between = createServer(async (incoming, outgoing) => {
      const body = Buffer.concat(await incoming.toArray());
      if (body.includes('"name":"get_usage"')) {
        outgoing.writeHead(200, { 'content-type': type }).write(begun, () => {
          if (how === 'is cut off') outgoing.destroy();
          else outgoing.end();
        });
        return;
      }
      const { method, url = '', headers } = incoming;
      const upstream = request(new URL(url, service.url), { method, headers });
      upstream.on('response', (response) => {
        outgoing.writeHead(response.statusCode ?? 500, response.headers);
        response.pipe(outgoing);
      });
      upstream.end(body);
    });
    await once(between.listen(0, '127.0.0.1'), 'listening');
    const assistant = await overStdio({ url: `http://127.0.0.1:${(between.address() as AddressInfo).port}` }, apiKey);
    await expect(assistant.call('get_usage')).rejects.toThrow('The answer was lost, or is not one of the service.');
    expect((await assistant.call('list_accounts')).accounts).toEqual([]);
    await assistant.close();
    between.close();
    between.closeAllConnections();
  });

  const start = (env: Record<string, string>) =>
    spawn(process.execPath, [BRIDGE], { env, stdio: ['pipe', 'pipe', 'pipe'] });

  test.each([
    [{}, 'SERVICE_URL'],
    [{ SERVICE_URL: 'ftp://example.com' }, 'SERVICE_URL'],
    [{ SERVICE_URL: 'http://127.0.0.1:1' }, 'SERVICE_API_KEY'],
  ])('ends with a message when its configuration is incomplete: %j', async (env, named) => {
    const program = start(env as Record<string, string>);
    let errors = '';
    program.stderr.on('data', (chunk) => (errors += chunk));
    const [code] = await once(program, 'close');
    expect(code).toBe(1);
    expect(errors).toContain(named);
  });

  test('passes on why the service refuses, and never shows the key', async () => {
    const { apiKey } = await createAccount(db);
    await expect(overStdio(service, apiKey)).rejects.toThrow('MCP access is not enabled for this account');
    const nowhere = overStdio({ url: 'http://127.0.0.1:1' }, apiKey);
    await expect(nowhere).rejects.toThrow('The service cannot be reached');
    await expect(nowhere).rejects.not.toThrow(apiKey);
  });

  test('ends when its client does', async () => {
    const program = start({ SERVICE_URL: service.url, SERVICE_API_KEY: 'sk_x' });
    program.stdin.end();
    expect(await once(program, 'exit')).toEqual([0, null]);
  });

  test('uses the version of the SDK that the service does', () => {
    const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')).dependencies['@modelcontextprotocol/sdk'];
    expect(read('clients/mcp/package.json')).toBe(read('package.json'));
  });
});
