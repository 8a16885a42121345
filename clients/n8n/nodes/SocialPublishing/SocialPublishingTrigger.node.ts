import type {
  IDataObject,
  IHookFunctions,
  INodeType,
  INodeTypeDescription,
  IWebhookFunctions,
  IWebhookResponseData,
} from 'n8n-workflow';
import { jsonParse, NodeApiError, NodeConnectionTypes, NodeOperationError } from 'n8n-workflow';
import { call, run } from './service.js';
import { verify } from './verify.js';

const LIST = '{ webhooks(first: 100) { edges { node { id url events isActive } } } }';
const CREATE = `mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { secret webhook { id } } }`;
const DELETE = 'mutation ($id: ID!) { deleteWebhook(input: { webhookId: $id }) { deletedWebhookId } }';

/** How many deliveries are remembered to detect repeats, which arrive within minutes. */
const MAX_REMEMBERED = 500;

/** The state of an activated node, stored with the workflow. */
interface State extends IDataObject {
  webhookId?: string;
  secret?: string;
  url?: string;
  /** Ids of the latest deliveries, oldest first. */
  delivered?: string[];
}

interface Webhook {
  id: string;
  url: string;
  events: string[];
  isActive: boolean;
}

const stateOf = (context: IHookFunctions | IWebhookFunctions): State => context.getWorkflowStaticData('node') as State;

const wanted = (context: IHookFunctions | IWebhookFunctions): string[] =>
  context.getNodeParameter('events') as string[];

/** The webhooks of this node, also one whose creation got no response. */
async function ownWebhooks(context: IHookFunctions): Promise<Webhook[]> {
  const url = context.getNodeWebhookUrl('default');
  const { edges } = await run<{ edges: Array<{ node: Webhook }> }>(context, LIST, {});
  return edges.map(({ node }) => node).filter((webhook) => webhook.url === url);
}

async function removeOwn(context: IHookFunctions): Promise<void> {
  for (const { id } of await ownWebhooks(context)) {
    await call(context, DELETE, { id }, { accept: ['WEBHOOK_NOT_FOUND'] });
  }
}

export class SocialPublishingTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Social Publishing Trigger',
    name: 'socialPublishingTrigger',
    icon: { light: 'file:../../icons/publish.svg', dark: 'file:../../icons/publish.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{ $parameter["events"].join(", ") }}',
    description: 'Starts the workflow on events of posts, of their numbers and of accounts',
    defaults: { name: 'Social Publishing Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'socialPublishingApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        required: true,
        options: [
          { name: 'First Comment Failed', value: 'FIRST_COMMENT_FAILED' },
          { name: 'First Comment Published', value: 'FIRST_COMMENT_PUBLISHED' },
          { name: 'Metrics Updated', value: 'METRICS_UPDATED' },
          { name: 'Post Failed', value: 'POST_FAILED' },
          { name: 'Post Published', value: 'POST_PUBLISHED' },
          { name: 'Post Scheduled', value: 'POST_SCHEDULED' },
          { name: 'Token Expiring', value: 'TOKEN_EXPIRING' },
        ],
        default: ['POST_PUBLISHED', 'POST_FAILED'],
      },
    ],
  };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const { webhookId, secret, url } = stateOf(this);
        if (!secret || url !== this.getNodeWebhookUrl('default')) return false;
        const events = wanted(this);
        return (await ownWebhooks(this)).some(
          (webhook) =>
            webhook.id === webhookId &&
            webhook.isActive &&
            webhook.events.length === events.length &&
            events.every((event) => webhook.events.includes(event)),
        );
      },

      async create(this: IHookFunctions): Promise<boolean> {
        await removeOwn(this);
        const url = this.getNodeWebhookUrl('default') as string;
        const name = `n8n: ${this.getWorkflow().name ?? 'workflow'}`.slice(0, 200);
        const input = { name, url, events: wanted(this) };
        const { secret, webhook } = await run<{ secret: string; webhook: { id: string } }>(this, CREATE, { input });
        Object.assign(stateOf(this), { webhookId: webhook.id, secret, url });
        return true;
      },

      async delete(this: IHookFunctions): Promise<boolean> {
        try {
          await removeOwn(this);
        } catch (error) {
          // n8n then shows that the webhook still exists.
          if (error instanceof NodeApiError) return false;
          throw new NodeOperationError(this.getNode(), error as Error);
        }
        const state = stateOf(this);
        for (const name of ['webhookId', 'secret', 'url', 'delivered']) delete state[name];
        return true;
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const state = stateOf(this);
    const { rawBody } = this.getRequestObject();
    const id = state.secret && rawBody ? verify(state.secret, this.getHeaderData(), rawBody, new Date()) : undefined;
    if (!id) {
      this.getResponseObject().status(401).json({ message: 'The signature is wrong, or too old' });
      return { noWebhookResponse: true };
    }
    // Parses the signed bytes, not the result of another parser.
    const { event, timestamp, data } = jsonParse<{ event: string; timestamp: string; data: IDataObject }>(
      rawBody.toString('utf8'),
    );
    const isWanted = wanted(this).includes(String(event).toUpperCase().replace('.', '_'));
    const delivered = state.delivered ?? [];
    if (!isWanted || delivered.includes(id)) return { webhookResponse: { ignored: true } };
    state.delivered = [...delivered, id].slice(-MAX_REMEMBERED);
    return { workflowData: [this.helpers.returnJsonArray([{ deliveryId: id, event, timestamp, ...data }])] };
  }
}
