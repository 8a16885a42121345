import path from 'node:path';
import { createAccount } from '../support/account.js';
import { useService } from '../support/service.js';
import { useProject } from './tools.js';

const { db, service } = await useService();
const { run } = useProject();
const { apiKey } = await createAccount(db, { mcpAccess: true, connected: ['fediverse-1'] });

const BRIDGE = path.resolve('clients/mcp/bridge.mjs');
const ENV = { SERVICE_URL: service.url, SERVICE_API_KEY: apiKey };

/** How the inspector reaches the service; over stdio it starts the program of clients/mcp. */
const TRANSPORTS = {
  http: ['--transport', 'http', '--server-url', `${service.url}/mcp`, '--header', `x-api-key: ${apiKey}`],
  stdio: [...Object.entries(ENV).flatMap(([name, value]) => ['-e', `${name}=${value}`]), process.execPath, BRIDGE],
};

const inspect = async (transport: keyof typeof TRANSPORTS, method: string, ...options: string[]) =>
  JSON.parse(await run('mcp-inspector', '--cli', ...TRANSPORTS[transport], '--method', method, ...options));

const tool = (name: string, args: Record<string, unknown>) => [
  ...['--tool-name', name],
  ...Object.entries(args).flatMap(([key, value]) => ['--tool-arg', `${key}=${JSON.stringify(value)}`]),
];

describe.each(['http', 'stdio'] as const)('the command line of the MCP inspector, over %s', (transport) => {
  test('every tool has a schema that other clients can read', async () => {
    const { tools } = await inspect(transport, 'tools/list', '--strict');
    expect(tools.map(({ name }: { name: string }) => name)).toContain('create_post');
  });

  test('a draft is created, and read as a resource', async () => {
    const args = { content: `Over ${transport}`, platformIds: ['fediverse-1'] };
    const { structuredContent } = await inspect(transport, 'tools/call', ...tool('create_post', args));
    expect(structuredContent).toMatchObject({ replayed: false, post: { status: 'DRAFT' } });
    const uri = `publishing://posts/${structuredContent.postGroupId}`;
    const { contents } = await inspect(transport, 'resources/read', '--uri', uri);
    expect(contents[0].text).toContain(`Over ${transport}`);
  });

  test('resources and prompts are listed', async () => {
    const { resources } = await inspect(transport, 'resources/list');
    expect(resources).toContainEqual(expect.objectContaining({ uri: 'publishing://accounts' }));
    const { prompts } = await inspect(transport, 'prompts/list');
    expect(prompts).toContainEqual(expect.objectContaining({ name: 'plan_week' }));
    const options = ['--prompt-name', 'plan_week', '--prompt-args', 'topic=bicycles'];
    const { messages } = await inspect(transport, 'prompts/get', ...options);
    expect(messages[0].content.text).toContain('bicycles');
  });
});
