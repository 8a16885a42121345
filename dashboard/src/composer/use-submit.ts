import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useClient } from 'urql';
import { type Failure, failureOf } from '../api/failure.js';
import { CHANGE_LABELS } from '../posts/labels.operations.js';
import { useAsk } from '../posts/use-ask.js';
import { type ComposedGroup, UPDATE, type UpdateInput } from './compose.operations.js';
import { baseOf, type Draft, isChangedElsewhere, labelChangesOf, saysTheSame, toPost } from './draft.js';
import type { DraftState } from './use-draft.js';
import type { GroupOfDraft, Stored } from './use-group.js';
import { isQueued, NEXT_FREE, type Queue } from './use-queue.js';
import type { Uploads } from './use-uploads.js';

/** As a draft, to go out (now or at its time), as a draft whose approval is asked for, or as one that is repeated. */
export type Wish = 'draft' | 'send' | 'ask' | 'repeat';
/**
 * How long after the press a post that is published now goes out. The service holds it meanwhile, so it goes out once
 * even if the page is closed. The time is counted from `updatedAt`, on the service's clock: the computer's may be wrong.
 */
const HELD_MS = 6_000;

interface Needs extends Pick<DraftState, 'current' | 'change'> {
  group: GroupOfDraft;
  uploads: Uploads;
  /** The queue for the accounts of the draft. */
  queue: Queue | null;
}

/**
 * Stores the draft and sends it, in steps that are all safe to repeat: the group is created as a draft under an
 * idempotency key, and sending it is an update of that group, which is refused if the group has changed meanwhile. A post
 * that goes out now is stored first and then scheduled a few seconds ahead, so that it can be taken back.
 * So one post goes out, even if sending is repeated or a response is lost.
 */
export function useSubmit({ current, change, group, uploads, queue }: Needs) {
  const client = useClient();
  const ask = useAsk();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [running, setRunning] = useState<Wish | null>(null);
  const isRunning = useRef(false);
  /** What was sent last: a person may write on meanwhile. */
  const sent = useRef<Draft | null>(null);

  const send = useCallback(
    async (input: UpdateInput): Promise<Stored> => {
      const result = await client.mutation(UPDATE, { input }).toPromise();
      const stored = result.data?.updatePost?.postGroup;
      return stored ? { group: stored, failure: null } : { group: null, failure: failureOf(result) ?? NO_ANSWER };
    },
    [client],
  );

  const update = useCallback(
    async (wish: Wish): Promise<Stored> => {
      const draft = current();
      sent.current = draft;
      const stored = await send(toUpdate(draft, wish, queue));
      if (!stored.group || wish !== 'send' || draft.at !== null || isQueued(draft, queue)) return stored;
      const { id, updatedAt } = stored.group;
      // What was written is stored, as it was: a draft stays one if the next step fails.
      change({ base: baseOf(stored.group, draft) });
      const scheduledTime = new Date(Date.parse(updatedAt) + HELD_MS).toISOString();
      return send({ postGroupId: id, ifUnchangedSince: updatedAt, status: 'SCHEDULED', scheduledTime });
    },
    [current, change, send, queue],
  );

  /** The group is not as it was known: by an earlier attempt whose response was lost, by an upload, or by somebody else. */
  const updateAgain = useCallback(
    async (wish: Wish, refused: Stored & { failure: Failure }): Promise<Stored> => {
      const draft = current();
      const stored = await group.read(draft.groupId ?? '');
      if (stored === null || 'code' in stored) return stored === null ? refused : { group: null, failure: stored };
      if (isDone(draft, stored, wish, queue)) return { group: stored, failure: null };
      if (isChangedElsewhere(draft, stored)) return refused;
      change(({ base }) => ({ base: base && { ...base, updatedAt: stored.updatedAt } }));
      return update(wish);
    },
    [current, change, group, update, queue],
  );

  const storeLabels = useCallback(async (): Promise<Failure | null> => {
    const draft = current();
    const { add, remove } = labelChangesOf(draft);
    if (add.length + remove.length === 0) return null;
    const input = { postGroupIds: [draft.groupId ?? ''], add, remove };
    const refusal = failureOf(await client.mutation(CHANGE_LABELS, { input }).toPromise());
    const labelIds = draft.labels.map(({ id }) => id);
    if (!refusal) change(({ base }) => ({ base: base && { ...base, labelIds } }));
    return refusal;
  }, [client, current, change]);

  const store = useCallback(
    async (wish: Wish): Promise<Stored> => {
      // The labels first: a post that goes out has them.
      const refusal = (await group.ensure({ isBeingSent: wish === 'send' })) ?? (await storeLabels());
      if (refusal) return { group: null, failure: refusal };
      if (!(await uploads.finish())) return { group: null, failure: NOT_UPLOADED };
      const updated = await update(wish);
      return updated.failure && OUT_OF_DATE.has(updated.failure.code) ? updateAgain(wish, updated) : updated;
    },
    [group, storeLabels, uploads, update, updateAgain],
  );

  useEffect(() => {
    const retract = () => setFailure((before) => (before?.code === 'UNREACHABLE' ? null : before));
    addEventListener('online', retract);
    return () => removeEventListener('online', retract);
  }, []);

  /** The group as it is stored now; null if it could not be, or this is being done already. */
  const submit = useCallback(
    async (wish: Wish): Promise<ComposedGroup | null> => {
      if (isRunning.current) return null;
      isRunning.current = true;
      setRunning(wish);
      const stored = await store(wish);
      if (stored.group) change({ base: baseOf(stored.group, sent.current ?? current()) });
      const refusal = stored.group && wish === 'ask' ? await ask(stored.group, stored.group.scheduledTime) : null;
      setFailure(stored.failure ?? refusal);
      setRunning(null);
      isRunning.current = false;
      return refusal ? null : stored.group;
    },
    [store, change, current, ask],
  );
  return { submit, running, failure };
}

const OUT_OF_DATE: ReadonlySet<Failure['code']> = new Set(['POST_GROUP_CHANGED', 'POST_GROUP_NOT_UPDATABLE'] as const);

const failed = (code: Failure['code'], message: MessageDescriptor): Failure => ({
  code,
  get message() {
    return t(message);
  },
  details: {},
  requestId: null,
});
const NO_ANSWER = failed('UNREACHABLE', msg`The service cannot be reached. Try again in a while.`);
const NOT_UPLOADED = failed('MEDIA_NOT_FOUND', msg`A file could not be uploaded. Try it again, or remove it.`);

/** Whether a post gets its time now. */
const isTimed = (wish: Wish): boolean => wish === 'send' || wish === 'ask';

/** Whether an earlier attempt did it, the response to which was lost. */
export const isDone = (draft: Draft, stored: ComposedGroup, wish: Wish, queue: Queue | null): boolean =>
  saysTheSame(draft, stored) &&
  (wish === 'send') === (stored.status !== 'DRAFT') &&
  hasItsTime(draft, stored, wish, queue);

function hasItsTime(draft: Draft, stored: ComposedGroup, wish: Wish, queue: Queue | null): boolean {
  if (isTimed(wish) && isQueued(draft, queue)) return stored.scheduledTime !== null && !isGoingOutNow(stored);
  return wish === 'send' && draft.at === null ? isGoingOutNow(stored) : stored.scheduledTime === draft.at;
}

/** Its publishing has begun, or begins in a few seconds. A post that is scheduled for later is not being published. */
const isGoingOutNow = ({ processingStatus, scheduledTime, updatedAt }: ComposedGroup): boolean =>
  processingStatus !== 'PENDING' ||
  (scheduledTime !== null && Date.parse(scheduledTime) <= Date.parse(updatedAt) + HELD_MS);

function toUpdate(draft: Draft, wish: Wish, queue: Queue | null): UpdateInput {
  const { groupId, base, files, coverMs } = draft;
  const media = files.flatMap(({ mediaId, altText, framings = [] }) =>
    mediaId ? [{ mediaId, altText: altText.trim(), framings: [...framings] }] : [],
  );
  const hasFiles = media.length > 0 || (base?.mediaIds.length ?? 0) > 0;
  return {
    ...toPost(draft),
    postGroupId: groupId ?? '',
    ifUnchangedSince: base?.updatedAt,
    videoTimestamp: coverMs,
    ...(hasFiles && { media }),
    ...timingOf(draft, wish, queue),
  };
}

/** Nothing for a post that goes out now: it is stored first. */
function timingOf(draft: Draft, wish: Wish, queue: Queue | null): Partial<UpdateInput> {
  const status = wish === 'send' ? 'SCHEDULED' : 'DRAFT';
  // A draft takes no time from posts that are ready, unless it waits for its approval.
  if (isTimed(wish) && isQueued(draft, queue)) return { status, schedule: queue?.id ?? NEXT_FREE };
  return wish === 'send' && draft.at === null ? {} : { status, scheduledTime: draft.at };
}
