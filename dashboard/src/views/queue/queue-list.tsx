import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { ArrowDownIcon, ArrowUpIcon } from '@primer/octicons-react';
import { type DragEvent, useState } from 'react';
import { AvatarStack } from '../../parts/avatar-stack.js';
import { excerpt } from '../../parts/excerpt.js';
import { clockTime, shortDay } from '../../parts/formats.js';
import { PageLink } from '../../parts/link.js';
import { useTimeZone } from '../../parts/time.js';
import type { Entry } from './entries.js';
import type { Queued } from './queue.operations.js';
import classes from './queue-list.module.css';

const DRAGGED = 'application/x-queued-post';

/** The button that moves a post. A post that moves to another day is another element. */
export const moveId = (postId: string, to: 'earlier' | 'later'): string => `move-${to}-${postId}`;

interface QueueListProps {
  entries: readonly Entry[];
  /** Posts that are loaded. */
  count: number;
  /** Moves a post in the queue; null: the person may not. */
  onMove: ((from: number, to: number) => void) | null;
}

/** Posts and free times, by day. */
export function QueueList({ entries, count, onMove }: QueueListProps) {
  const timeZone = useTimeZone();
  const days = Map.groupBy(entries, ({ at }) => (at ? shortDay(at, timeZone) : t`Paused`));
  return (
    <Stack gap="md">
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <Title order={2} size="h5" mb={6}>
            {day}
          </Title>
          <Paper component="ol" withBorder className={classes.list}>
            {ofDay.map((entry) =>
              entry.kind === 'post' ? (
                <PostRow key={entry.post.id} {...entry} count={count} onMove={onMove} />
              ) : (
                <FreeRow key={entry.at} at={entry.at} />
              ),
            )}
          </Paper>
        </section>
      ))}
    </Stack>
  );
}

interface PostRowProps extends Pick<QueueListProps, 'count' | 'onMove'> {
  post: Queued;
  index: number;
  at: string | null;
}

function PostRow({ post, index, at, count, onMove }: PostRowProps) {
  const [isTarget, setTarget] = useState(false);
  const isOver = ({ dataTransfer }: DragEvent) => onMove !== null && dataTransfer.types.includes(DRAGGED);
  return (
    <li
      className={classes.row}
      data-target={isTarget || undefined}
      draggable={onMove !== null}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.setData(DRAGGED, String(index));
        dataTransfer.effectAllowed = 'move';
      }}
      onDragOver={(event) => {
        if (!isOver(event)) return;
        event.preventDefault();
        setTarget(true);
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={(event) => {
        setTarget(false);
        if (!isOver(event)) return;
        event.preventDefault();
        onMove?.(Number(event.dataTransfer.getData(DRAGGED)), index);
      }}
    >
      <Clock at={at} />
      <div className={classes.post}>
        <AvatarStack targets={targetsOf(post)} size={24} />
        <PageLink
          to="/posts/$postGroupId"
          params={{ postGroupId: post.id }}
          underline="never"
          size="sm"
          lineClamp={2}
          className={classes.text}
        >
          {excerpt(post.content, 200)}
        </PageLink>
        <Waiting post={post} isPaused={at === null} />
      </div>
      {onMove && (
        <Group gap={2} wrap="nowrap">
          <Move post={post} to="earlier" isEnabled={index > 0} onMove={() => onMove(index, index - 1)} />
          <Move post={post} to="later" isEnabled={index < count - 1} onMove={() => onMove(index, index + 1)} />
        </Group>
      )}
    </li>
  );
}

interface MoveProps {
  post: Queued;
  to: 'earlier' | 'later';
  isEnabled: boolean;
  onMove: () => void;
}

/** At the end of the queue it keeps the focus. */
const Move = ({ post: { id, content }, to, isEnabled, onMove }: MoveProps) => (
  <ActionIcon
    id={moveId(id, to)}
    variant="subtle"
    color="gray"
    aria-disabled={!isEnabled || undefined}
    className={classes.move}
    aria-label={to === 'earlier' ? t`Move “${excerpt(content, 40)}” earlier` : t`Move “${excerpt(content, 40)}” later`}
    onClick={isEnabled ? onMove : undefined}
  >
    {to === 'earlier' ? <ArrowUpIcon /> : <ArrowDownIcon />}
  </ActionIcon>
);

/** A draft keeps its time, and does not go out. */
function Waiting({ post: { status, approval }, isPaused }: { post: Queued; isPaused: boolean }) {
  if (status !== 'DRAFT' || isPaused) return null;
  return (
    <Badge variant="light" color="gray" flex="none">
      {approval?.state === 'PENDING' ? t`Waits for approval` : t`Draft`}
    </Badge>
  );
}

const FreeRow = ({ at }: { at: string }) => (
  <li className={classes.row}>
    <Clock at={at} />
    <Text size="sm" c="dimmed">
      <Trans>Free</Trans>
    </Text>
  </li>
);

function Clock({ at }: { at: string | null }) {
  const timeZone = useTimeZone();
  return (
    <Text size="sm" c="dimmed" className={classes.time}>
      {at ? <time dateTime={at}>{clockTime(at, timeZone)}</time> : t`No time`}
    </Text>
  );
}

/** Each account once: a thread has several posts of it. */
const targetsOf = ({ posts }: Queued) => posts.filter(({ partIndex }) => partIndex === 0);
