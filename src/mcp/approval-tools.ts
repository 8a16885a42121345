import { z } from 'zod';
import { graphql } from '../foundation/graphql/typed-graphql.js';
import { asTime, postGroupId, scheduledTime } from './shapes.js';
import { CHANGES, tool } from './tool.js';

export const requestApproval = tool({
  name: 'request_approval',
  title: 'Ask a person to approve a draft',
  description:
    'Asks the people of the account to approve a draft as it is now; the last approval schedules it. A change of the draft needs another request. Use it where scheduling is refused with API_KEY_SCOPE_REQUIRED.',
  input: z.strictObject({
    postGroupId,
    scheduledTime: scheduledTime.optional().describe('When it is to go out. Omitted: as soon as it is approved.'),
  }),
  output: z.object({ state: z.string(), scheduledTime: z.string().nullable() }),
  annotations: CHANGES,
  async call({ postGroupId, scheduledTime: when }, { run }) {
    const { requestApproval: requested } = await run(
      graphql(`
        mutation McpRequestApproval($input: RequestApprovalInput!) {
          requestApproval(input: $input) {
            approval {
              state
              scheduledTime
            }
          }
        }
      `),
      { input: { postGroupId, scheduledTime: when === undefined || when === 'now' ? null : asTime(when) } },
    );
    return (requested as NonNullable<typeof requested>).approval;
  },
});
