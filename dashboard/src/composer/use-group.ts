import { useCallback, useMemo, useRef } from 'react';
import { useClient } from 'urql';
import { type Failure, failureOf } from '../api/failure.js';
import { type ComposedGroup, CREATE } from './compose.operations.js';
import { baseOf, type Draft, toPost } from './draft.js';
import { randomKey } from './random-key.js';
import { readGroup } from './read-group.js';
import type { DraftState } from './use-draft.js';

export type Stored = { group: ComposedGroup; failure: null } | { group: null; failure: Failure };

/** The group that the draft is stored as. */
export interface GroupOfDraft {
  /**
   * Creates the group if it does not exist. Concurrent and repeated calls create it once, even if a response is lost.
   */
  ensure: (options: { isBeingSent: boolean }) => Promise<Failure | null>;
  /** As it is stored now; null if it was removed. */
  read: (id: string) => Promise<ComposedGroup | null | Failure>;
}

export function useGroupOfDraft({ current, change }: Pick<DraftState, 'current' | 'change'>): GroupOfDraft {
  const client = useClient();
  const creating = useRef<Promise<Failure | null> | null>(null);

  const create = useCallback(
    async (isBeingSent: boolean): Promise<Failure | null> => {
      const written = current();
      const creation = written.creation ?? { idempotencyKey: randomKey(), post: toPost(written) };
      change({ creation });
      const result = await client.mutation(CREATE, { input: { ...creation, isBeingSent } }).toPromise();
      const failure = failureOf(result);
      if (failure) {
        if (failure.code !== 'UNREACHABLE') change({ creation: null });
        return failure;
      }
      const group = result.data?.createPost?.postGroup;
      // It has been removed since it was created: the next one is another.
      change(
        group
          ? { creation: null, groupId: group.id, base: baseOf(group, asCreated(written, creation)) }
          : { creation: null },
      );
      return group ? null : create(isBeingSent);
    },
    [client, current, change],
  );

  const ensure = useCallback(
    async ({ isBeingSent }: { isBeingSent: boolean }) => {
      if (current().groupId) return null;
      creating.current ??= create(isBeingSent).finally(() => {
        creating.current = null;
      });
      return creating.current;
    },
    [current, create],
  );

  const read = useCallback((id: string) => readGroup(client, id), [client]);
  return useMemo(() => ({ ensure, read }), [ensure, read]);
}

/** What of the draft was sent: files, labels and time are not part of it. */
const asCreated = (draft: Draft, { post }: NonNullable<Draft['creation']>): Draft => ({
  ...draft,
  content: post.content,
  platformIds: [...(post.platformIds ?? [])],
  overrides: Object.fromEntries(
    (post.overrides ?? []).flatMap(({ platformId, content }) => (content == null ? [] : [[platformId, content]])),
  ),
  comments: Object.fromEntries(
    (post.overrides ?? []).flatMap(({ platformId, firstComment }) =>
      firstComment == null ? [] : [[platformId, firstComment]],
    ),
  ),
  addSignature: post.addSignature ?? true,
  addLinkParameters: post.addLinkParameters ?? true,
  labels: [],
  files: [],
  coverMs: null,
  at: null,
});
