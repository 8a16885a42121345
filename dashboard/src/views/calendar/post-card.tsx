import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, CloseButton, Group, Popover, Stack, Text } from '@mantine/core';
import { useClickOutside } from '@mantine/hooks';
import { ClockIcon, CopyIcon, LinkExternalIcon, PencilIcon, TrashIcon } from '@primer/octicons-react';
import { useEffect, useState } from 'react';
import { useQuery } from 'urql';
import type { ResultOf } from '../../api/graphql.js';
import { AvatarStack } from '../../parts/avatar-stack.js';
import { fullTime } from '../../parts/formats.js';
import { ButtonLink } from '../../parts/link.js';
import { GroupStatusBadge, statusNote } from '../../parts/post-status.js';
import { LabelChips } from '../../posts/label-chip.js';
import { type CalendarPost, POST_CARD } from './calendar.operations.js';
import classes from './post-card.module.css';
import type { CardState, OpenCard } from './use-card.js';
import { useIsMovable } from './use-is-movable.js';

export interface PostCommands {
  onEdit: (post: CalendarPost) => void;
  onDuplicate: (post: CalendarPost) => void;
  onDelete: (post: CalendarPost) => void;
  onMove: (post: CalendarPost) => void;
}

interface PostCardProps extends PostCommands {
  post: CalendarPost;
  card: OpenCard;
  state: CardState;
  timeZone: string;
}

/** A post beside its event: with actions if it was opened by a click, otherwise while the pointer is there. */
export function PostCard({ post, card, state, timeZone, ...commands }: PostCardProps) {
  const { anchor, isPinned } = card;
  const [{ data }] = useQuery({ query: POST_CARD, variables: { id: post.id } });
  const loaded = data?.postGroup?.id === post.id ? data.postGroup : null;
  const [dropdown, setDropdown] = useState<HTMLElement | null>(null);
  const { top, left, width, height } = anchor.getBoundingClientRect();
  useClickOutside(() => isPinned && state.close(), null, [dropdown, anchor]);
  const { close } = state;
  useEffect(() => {
    // It would stay where the event was.
    const onScroll = ({ target }: Event) => !(target instanceof Node && dropdown?.contains(target)) && close();
    addEventListener('scroll', onScroll, true);
    return () => removeEventListener('scroll', onScroll, true);
  }, [close, dropdown]);
  const closeAndReturn = () => {
    close();
    if (anchor.isConnected) anchor.focus();
  };
  return (
    <Popover
      opened
      // The posts beside it stay in reach.
      position="top-start"
      width={340}
      withRoles={false}
      trapFocus={isPinned}
      closeOnClickOutside={false}
      closeOnEscape={false}
      shadow="lg"
      radius="lg"
      transitionProps={{ duration: 0 }}
      middlewares={{
        flip: { crossAxis: false, fallbackPlacements: ['bottom-start', 'right', 'left'] },
        shift: { padding: 8 },
      }}
    >
      <Popover.Target>
        <span className={classes.anchor} style={{ top, left, width, height }} />
      </Popover.Target>
      <Popover.Dropdown
        ref={setDropdown}
        role={isPinned ? 'dialog' : 'tooltip'}
        aria-label={t`Post`}
        onMouseEnter={state.stay}
        onMouseLeave={state.leave}
        onKeyDown={(event) => event.key === 'Escape' && closeAndReturn()}
      >
        <Stack gap="sm">
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <Stack gap={2}>
              <Text size="sm" fw={500}>
                {fullTime(post.scheduledTime ?? '', timeZone)}
              </Text>
              <div>
                <GroupStatusBadge group={{ ...post, approval: loaded?.approval ?? null }} />
              </div>
            </Stack>
            {isPinned && <CloseButton aria-label={t`Close`} onClick={closeAndReturn} />}
          </Group>
          <LabelChips labels={post.labels} />
          <CardBody content={post.content} loaded={loaded} />
          {isPinned && <CardActions post={post} allowed={loaded?.allowedActions ?? []} {...commands} />}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

type Loaded = ResultOf<typeof POST_CARD>['postGroup'];

/** Pictures, text and accounts. */
function CardBody({ content, loaded }: { content: string; loaded: Loaded }) {
  const pictures = loaded?.media?.edges.filter(({ node }) => node.type === 'IMAGE' && node.status === 'READY') ?? [];
  const targets = loaded?.posts.map(({ id, platformKey, account, status }) => ({
    id,
    platformKey,
    account,
    ...(status === 'FAILED' && { note: statusNote(status) }),
  }));
  return (
    <>
      {pictures.length > 0 && (
        <div className={classes.pictures} data-count={pictures.length}>
          {pictures.map(({ node }) => (
            <img key={node.id} src={node.thumbnailUrl ?? node.url} alt={node.altText ?? ''} />
          ))}
        </div>
      )}
      <Text size="sm" className={classes.text}>
        {content}
      </Text>
      <div className={classes.accounts}>{targets && <AvatarStack targets={targets} size={24} />}</div>
    </>
  );
}

interface CardActionsProps extends PostCommands {
  post: CalendarPost;
  allowed: NonNullable<Loaded>['allowedActions'];
}

function CardActions({ post, allowed, onEdit, onDuplicate, onDelete, onMove }: CardActionsProps) {
  const isMovable = useIsMovable();
  return (
    <Group gap="xs" className={classes.actions}>
      {allowed.includes('EDIT') && (
        <Button size="compact-sm" leftSection={<PencilIcon size={14} />} onClick={() => onEdit(post)}>
          <Trans>Edit</Trans>
        </Button>
      )}
      {isMovable(post) && (
        <Button size="compact-sm" variant="default" leftSection={<ClockIcon size={14} />} onClick={() => onMove(post)}>
          <Trans>Move…</Trans>
        </Button>
      )}
      <ButtonLink
        size="compact-sm"
        variant="default"
        leftSection={<LinkExternalIcon size={14} />}
        to="/posts/$postGroupId"
        params={{ postGroupId: post.id }}
      >
        <Trans>Open</Trans>
      </ButtonLink>
      {allowed.includes('DUPLICATE') && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<CopyIcon size={14} />}
          onClick={() => onDuplicate(post)}
        >
          <Trans>Duplicate</Trans>
        </Button>
      )}
      {allowed.includes('DELETE') && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          leftSection={<TrashIcon size={14} />}
          onClick={() => onDelete(post)}
        >
          <Trans>Delete</Trans>
        </Button>
      )}
    </Group>
  );
}
