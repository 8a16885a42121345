import { t } from '@lingui/core/macro';
import { useMemo } from 'react';
import { type Client, useClient } from 'urql';
import { type Failure, failureOf } from '../api/failure.js';
import type { VariablesOf } from '../api/graphql.js';
import type { Done } from '../parts/run-all.js';
import type { BulkPost } from './bulk-plan.js';
import { DELETE_POST, DUPLICATE, OVERRIDES, SCHEDULE } from './post-actions.operations.js';

type Update = NonNullable<VariablesOf<typeof SCHEDULE>['input']>;

/** Changes of posts that can be undone. A post that was changed since it was listed is left unchanged. */
export function useBulkChanges() {
  const client = useClient();
  return useMemo(
    () => ({
      /** `isDraft`: it keeps being a draft. */
      async move({ id, status, scheduledTime, updatedAt }: BulkPost, to: string, isDraft: boolean): Promise<Done> {
        const input = { postGroupId: id, scheduledTime: to, ifUnchangedSince: updatedAt };
        // What is partly live was not scheduled before.
        if (status === 'PARTIALLY_PUBLISHED') return { failure: (await update(client, input)).failure };
        const before = status === 'DRAFT' ? { status, scheduledTime } : { scheduledTime };
        return change(client, { ...input, ...(isDraft && { status: 'DRAFT' }) }, before);
      },
      /** Replaces the targets. */
      async target({ id, posts, updatedAt }: BulkPost, platformIds: string[]): Promise<Done> {
        const before = [...new Set(posts.map(({ platformId }) => platformId))];
        const isRemoved = before.some((platformId) => !platformIds.includes(platformId));
        const read =
          isRemoved && (await client.query(OVERRIDES, { id }, { requestPolicy: 'network-only' }).toPromise());
        const failure = read ? failureOf(read) : null;
        if (failure) return { failure };
        const overrides = read ? read.data?.postGroup?.overrides : undefined;
        return change(
          client,
          { postGroupId: id, platformIds, ifUnchangedSince: updatedAt },
          {
            platformIds: before,
            ...(overrides && {
              overrides: overrides.map(({ platformId, content }) => ({ platformId, content })),
            }),
          },
        );
      },
      /** Without a time the copy is a draft. */
      async duplicate({ id }: BulkPost, scheduledTime: string | null): Promise<Done> {
        const input = { postGroupId: id, ...(scheduledTime && { scheduledTime }) };
        const result = await client.mutation(DUPLICATE, { input }).toPromise();
        const copy = result.data?.duplicatePost?.postGroup?.id;
        const failure = failureOf(result);
        if (failure || !copy) return { failure };
        const undo = async () =>
          failureOf(await client.mutation(DELETE_POST, { input: { postGroupId: copy } }).toPromise());
        return { failure: null, undo };
      },
    }),
    [client],
  );
}

async function update(client: Client, input: Update) {
  const result = await client.mutation(SCHEDULE, { input }).toPromise();
  return { failure: failureOf(result), group: result.data?.updatePost?.postGroup };
}

/** An update, and its reverse unless something else has changed since. */
async function change(client: Client, input: Update, before: Omit<Update, 'postGroupId'>): Promise<Done> {
  const { failure, group } = await update(client, input);
  if (failure || !group) return { failure };
  const back = { ...before, postGroupId: input.postGroupId, ifUnchangedSince: group.updatedAt };
  const undo = async () => (hasPassed(back) ? TIME_HAS_PASSED : (await update(client, back)).failure);
  return { failure: null, undo };
}

/** A scheduled post whose time has passed would go out immediately. */
const hasPassed = ({ status, scheduledTime }: Pick<Update, 'status' | 'scheduledTime'>): boolean =>
  status !== 'DRAFT' && typeof scheduledTime === 'string' && Date.parse(scheduledTime) <= Date.now();

const TIME_HAS_PASSED: Failure = {
  code: 'POST_GROUP_NOT_UPDATABLE',
  get message() {
    return t`The old time has passed.`;
  },
  details: {},
  requestId: null,
};
