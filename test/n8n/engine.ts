/** n8n's own engine with the package of clients/n8n, loaded as n8n loads it. */
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';

export const PACKAGE = path.resolve('clients/n8n');
const PREFIX = 'n8n-nodes-social-publishing';

// n8n keeps its settings there.
process.env.N8N_USER_FOLDER = mkdtempSync(path.join(tmpdir(), 'n8n-'));
process.env.N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS = 'false';
process.env.N8N_LOG_LEVEL = 'silent';
const load = createRequire(path.join(PACKAGE, 'package.json'));
const core = load('n8n-core');
const n8n = load('n8n-workflow');

const loader = new core.PackageDirectoryLoader(PACKAGE);
await loader.loadAll();

type Json = Record<string, unknown>;

export interface Item {
  json: Json;
  binary?: Record<string, { data: string; mimeType: string; fileName?: string }>;
}

export interface Credential {
  url: string;
  apiKey: string;
  userId?: string;
}

export interface NodeError {
  name: string;
  message: string;
  description: string;
}

/** Of one run of a workflow: what its last node gave, or why it failed. */
export interface Outcome {
  items: Json[];
  error: NodeError | undefined;
  /** All that n8n stores of the execution. */
  stored: string;
}

const ITEMS = [{ displayName: 'Items', name: 'items', type: 'json', default: [] }];

/** Starts a workflow with items. */
const START = {
  description: { name: 'start', group: ['trigger'], inputs: [], outputs: ['main'], properties: ITEMS, defaults: {} },
  async execute(this: { getNode(): { parameters: { items: Item[] } } }) {
    return [this.getNode().parameters.items];
  },
};

const nodeTypes = {
  getByName: (name: string) => nodeTypes.getByNameAndVersion(name),
  getByNameAndVersion: (name: string) =>
    name === 'test.start' ? START : loader.getNode(name.replace(`${PREFIX}.`, '')).type,
  getKnownTypes: () => loader.known.nodes,
};

/** What n8n's own helper does, without its database. */
class CredentialsHelper extends n8n.ICredentialsHelper {
  constructor(private readonly credential: Credential) {
    super();
  }
  getParentTypes = () => [];
  isCredentialUsableByNode = () => true;
  getDecrypted = async () => ({ userId: '', ...this.credential });
  getCredentialsProperties = (name: string) => loader.getCredential(name).type.properties;
  authenticate = async (credentials: Json, name: string, options: Json) =>
    loader.getCredential(name).type.authenticate(credentials, options);
  preAuthentication = async () => undefined;
  runPreAuthentication = async () => undefined;
}

let executions = 0;
export const newExecutionId = (): string => {
  executions += 1;
  return String(executions);
};

function additionalData(credential: Credential, executionId: string, webhookBaseUrl = 'http://127.0.0.1:1/webhook') {
  return {
    credentialsHelper: new CredentialsHelper(credential),
    hooks: new core.ExecutionLifecycleHooks('trigger', executionId, {}),
    executionId,
    currentNodeExecutionIndex: 0,
    restApiUrl: '',
    instanceBaseUrl: '',
    webhookBaseUrl,
    webhookWaitingBaseUrl: 'http://127.0.0.1:1/waiting',
    formWaitingBaseUrl: 'http://127.0.0.1:1/form-waiting',
    variables: {},
    setExecutionStatus: () => undefined,
    logAiEvent: () => undefined,
  };
}

const nodeOf = (name: string, parameters: Json, more: Json = {}) => ({
  id: `${name}-1`,
  name,
  type: `${PREFIX}.${name}`,
  typeVersion: 1,
  position: [0, 0],
  parameters,
  credentials: { socialPublishingApi: { id: '1', name: 'Test' } },
  ...more,
});

const workflowOf = (nodes: object[], connections = {}, staticData = {}) =>
  new n8n.Workflow({
    id: 'workflow-1',
    name: 'Announce',
    nodes,
    connections,
    active: true,
    nodeTypes,
    staticData,
    settings: { timezone: 'Europe/Berlin' },
  });

/** Runs a workflow of one action. `settings`: of the node, such as `retryOnFail`. */
export async function runAction(
  credential: Credential,
  parameters: Json,
  {
    items = [{ json: {} }],
    executionId = newExecutionId(),
    settings = {},
    turns = 1,
  }: {
    items?: Item[];
    executionId?: string;
    settings?: Json;
    /** How often the node runs in the execution, as it does in a loop. */
    turns?: number;
  } = {},
): Promise<Outcome> {
  const starts = Array.from({ length: turns }, (_, turn) => ({
    id: `start-${turn}`,
    name: `Start ${turn}`,
    type: 'test.start',
    typeVersion: 1,
    position: [0, 0],
    parameters: { items },
  }));
  const action = nodeOf('socialPublishing', parameters, settings);
  // Each starts the action, and the next one.
  const connections = starts.map(({ name }, turn) => {
    const next = [action, ...starts.slice(turn + 1, turn + 2)];
    return [name, { main: [next.map((node) => ({ node: node.name, type: 'main', index: 0 }))] }];
  });
  const workflow = workflowOf([...starts, action], Object.fromEntries(connections));
  const execute = new core.WorkflowExecute(additionalData(credential, executionId), 'trigger');
  const { data } = await execute.run({ workflow, startNode: workflow.getNode('Start 0') });
  type Run = { data?: { main?: Item[][] }; error?: NodeError };
  const runs: Run[] = data.resultData.runData[action.name] ?? [];
  const found = runs.flatMap((run) => run.data?.main?.[0] ?? []);
  return {
    items: found.map(({ json }) => json),
    error: runs[0]?.error ?? data.resultData.error,
    stored: JSON.stringify(data),
  };
}

/** The list of targets in the editor. */
export async function loadAccounts(credential: Credential): Promise<{ name: string; value: string }[]> {
  const node = nodeOf('socialPublishing', {});
  const context = new core.LoadOptionsContext(workflowOf([node]), node, additionalData(credential, '0'), '');
  return nodeTypes.getByNameAndVersion('socialPublishing').methods.loadOptions.getAccounts.call(context);
}

export interface Trigger {
  url: string;
  staticData: Json;
  activate(): Promise<boolean>;
  deactivate(): Promise<boolean>;
  exists(): Promise<boolean>;
  /** Items with which the workflow was started, in order. */
  started: Json[];
  /** Statuses that were answered. */
  statuses: number[];
  close(): Promise<void>;
}

/** A workflow with the trigger, behind the address at which n8n receives webhooks. */
export async function startTrigger(credential: Credential, parameters: Json): Promise<Trigger> {
  const app = express();
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const base = `http://127.0.0.1:${port}/webhook`;
  const node = nodeOf('socialPublishingTrigger', parameters, { webhookId: 'b5c7a7a2-7e5c-4c7e-9a57-0c1f4a6d2f10' });
  const workflow = workflowOf([node]);
  const type = nodeTypes.getByNameAndVersion('socialPublishingTrigger');
  const data = () => additionalData(credential, newExecutionId(), base);
  const webhookData = { workflowId: 'workflow-1', node: node.name };
  const hook = (name: 'checkExists' | 'create' | 'delete') => async () =>
    type.webhookMethods.default[name].call(
      new core.HookContext(workflow, node, data(), 'trigger', 'activate', webhookData),
    );
  const started: Json[] = [];
  const statuses: number[] = [];
  const keepRaw = (request: object, _response: unknown, rawBody: Buffer) => Object.assign(request, { rawBody });
  app.use(express.json({ verify: keepRaw, type: () => true }));
  app.post('/{*path}', async (httpRequest, httpResponse) => {
    httpResponse.once('finish', () => statuses.push(httpResponse.statusCode));
    const more = { ...data(), httpRequest, httpResponse };
    const context = new core.WebhookContext(workflow, node, more, 'trigger', webhookData, [], null);
    const { workflowData, webhookResponse, noWebhookResponse } = await type.webhook.call(context);
    started.push(...(workflowData?.[0] ?? []).map(({ json }: Item) => json));
    if (!noWebhookResponse) httpResponse.json(webhookResponse ?? { message: 'Workflow was started' });
  });
  return {
    url: new core.HookContext(workflow, node, data(), 'trigger', 'activate', webhookData).getNodeWebhookUrl('default'),
    staticData: workflow.getStaticData('node', node),
    activate: hook('create'),
    deactivate: hook('delete'),
    exists: hook('checkExists'),
    started,
    statuses,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The request by which n8n tests a credential. */
export function credentialTest(credential: Credential): { url: string; headers: Promise<Record<string, string>> } {
  const { type } = loader.getCredential('socialPublishingApi');
  const workflow = workflowOf([nodeOf('socialPublishing', {})]);
  const { baseURL, url } = type.test.request;
  const base = workflow.expression.resolveSimpleParameterValue(
    baseURL,
    {},
    null,
    0,
    0,
    'socialPublishing',
    [],
    'internal',
    {
      $credentials: credential,
    },
  );
  return {
    url: `${base}${url}`,
    headers: type.authenticate(credential, { url }).then((options: Json) => options.headers),
  };
}
