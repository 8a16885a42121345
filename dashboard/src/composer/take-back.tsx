import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Client } from 'urql';
import { failureOf } from '../api/failure.js';
import { showFailure } from '../parts/failure-notice.js';
import { type ComposedGroup, UPDATE, type UpdateInput } from './compose.operations.js';

/** How long a post that is published now can be taken back, at most. */
const UNDO_MS = 5_000;
/** Less than it takes until a request arrives would promise too much. */
const SHORTEST_MS = 1_000;

/** At the limit of drafts, a post that is taken back goes out so much later. */
const WITHOUT_DRAFT_MS = 3_600_000;

interface TakeBack {
  client: Client;
  /** Held by the service until its time. */
  group: ComposedGroup;
  /** As it was before; null: a draft. */
  scheduledTime: string | null;
  onTakenBack: (group: ComposedGroup) => void;
}

/**
 * Offers to take back a post that goes out in a few seconds, as a draft or to the time it had. The service decides:
 * once publishing has begun, it refuses. Both times are of the service's clock.
 */
export function offerToTakeBack({ client, group, scheduledTime, onTakenBack }: TakeBack): void {
  const leftMs = Date.parse(group.scheduledTime ?? '') - Date.parse(group.updatedAt) - SHORTEST_MS / 2;
  const message = t`Your post is being published`;
  if (!(leftMs >= SHORTEST_MS)) {
    notifications.show({ message, color: 'green', role: 'status' });
    return;
  }
  const id = `take-back:${group.id}`;
  const ends = new AbortController();
  const end = () => {
    ends.abort();
    notifications.hide(id);
  };
  const takeBack = async () => {
    end();
    const update = (timing: Pick<UpdateInput, 'status' | 'scheduledTime'>) => {
      const input = { postGroupId: group.id, ifUnchangedSince: group.updatedAt, ...timing };
      return client.mutation(UPDATE, { input }).toPromise();
    };
    let result = await update(
      scheduledTime ? { status: 'SCHEDULED', scheduledTime } : { status: 'DRAFT', scheduledTime: null },
    );
    let message = scheduledTime ? t`Not published. It has its time again.` : t`Not published. It is a draft again.`;
    if (failureOf(result)?.code === 'DRAFT_LIMIT_REACHED') {
      const later = new Date(Date.parse(group.updatedAt) + WITHOUT_DRAFT_MS).toISOString();
      result = await update({ status: 'SCHEDULED', scheduledTime: later });
      message = t`Not published. There is no room for another draft: the post is scheduled in an hour.`;
    }
    const taken = result.data?.updatePost?.postGroup;
    if (taken) {
      notifications.show({ message, color: 'gray', role: 'status' });
      return onTakenBack(taken);
    }
    const failure = failureOf(result);
    if (failure)
      showFailure(
        TOO_LATE.has(failure.code)
          ? { ...failure, message: t`Too late to undo: the post is already going out.` }
          : failure,
      );
  };
  addEventListener(
    'keydown',
    (event) => {
      const isField = event.target instanceof HTMLElement && event.target.matches('input, textarea');
      if (isField || event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      void takeBack();
    },
    { signal: ends.signal },
  );
  notifications.show({
    id,
    role: 'status',
    autoClose: Math.min(UNDO_MS, leftMs),
    onClose: () => ends.abort(),
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">
          <Trans>Your post is being published</Trans>
        </Text>
        <Button size="compact-sm" variant="light" onClick={() => void takeBack()}>
          <Trans>Undo</Trans>
        </Button>
      </Group>
    ),
  });
}

const TOO_LATE: ReadonlySet<string> = new Set(['POST_GROUP_CHANGED', 'POST_GROUP_NOT_UPDATABLE']);
