import type {
  IDataObject,
  IExecuteFunctions,
  ILoadOptionsFunctions,
  INodeExecutionData,
  INodePropertyOptions,
  INodeType,
  INodeTypeDescription,
  JsonObject,
} from 'n8n-workflow';
import { NodeApiError, NodeConnectionTypes, NodeOperationError } from 'n8n-workflow';
import { accountsQuery, OPERATIONS } from './operations.js';
import { fields, operations } from './properties.js';
import { run } from './service.js';

export class SocialPublishing implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Social Publishing',
    name: 'socialPublishing',
    icon: { light: 'file:../../icons/publish.svg', dark: 'file:../../icons/publish.dark.svg' },
    group: ['output'],
    version: 1,
    subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
    description: 'Publish to social platforms, now or at a set time',
    defaults: { name: 'Social Publishing' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'socialPublishingApi', required: true }],
    properties: [
      {
        displayName: 'Resource',
        name: 'resource',
        type: 'options',
        noDataExpression: true,
        options: [
          { name: 'Account', value: 'account' },
          { name: 'Media', value: 'media' },
          { name: 'Post', value: 'post' },
        ],
        default: 'post',
      },
      ...operations,
      ...fields,
    ],
  };

  methods = {
    loadOptions: {
      async getAccounts(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
        type Accounts = { edges: Array<{ node: { platformId: string; platform: string; username: string } }> };
        const { edges } = await run<Accounts>(this, accountsQuery, { first: 100, after: null });
        return edges.map(({ node: { platformId, username } }) => ({
          name: `${platformId.split('-')[0]}: ${username}`,
          value: platformId,
        }));
      },
    },
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const results: INodeExecutionData[] = [];
    for (let item = 0; item < this.getInputData().length; item += 1) {
      try {
        const resource = this.getNodeParameter('resource', item) as string;
        const operation = this.getNodeParameter('operation', item) as string;
        const perform = OPERATIONS[resource]?.[operation];
        if (!perform) throw new NodeOperationError(this.getNode(), `There is no ${resource}: ${operation}`);
        const answer = [await perform(this, item)].flat() as IDataObject[];
        results.push(...answer.map((json) => ({ json, pairedItem: { item } })));
      } catch (error) {
        if (!this.continueOnFail()) {
          // Each class returns an error of the same class unchanged.
          if (error instanceof NodeApiError) throw new NodeApiError(this.getNode(), error as unknown as JsonObject);
          throw new NodeOperationError(this.getNode(), error as Error, { itemIndex: item });
        }
        const { message, description } = error as NodeApiError;
        results.push({ json: { error: message, description: description ?? '' }, pairedItem: { item } });
      }
    }
    return [results];
  }
}
