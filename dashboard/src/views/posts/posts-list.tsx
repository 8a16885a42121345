import { t } from '@lingui/core/macro';
import { Checkbox, Paper, Text } from '@mantine/core';
import { VideoIcon } from '@primer/octicons-react';
import { type MouseEvent, memo } from 'react';
import { AvatarStack } from '../../parts/avatar-stack.js';
import { excerpt } from '../../parts/excerpt.js';
import { PageLink } from '../../parts/link.js';
import { OpenThreads } from '../../parts/open-threads.js';
import { QuietStatus, statusNote } from '../../parts/post-status.js';
import { Time } from '../../parts/time.js';
import { LabelChips } from '../../posts/label-chip.js';
import type { ListedGroup } from './posts.operations.js';
import classes from './posts-list.module.css';

interface PostsListProps {
  groups: ListedGroup[];
  selected: ReadonlySet<string>;
  /** `isRange`: with all from the last selected one. It must be stable. Null: nothing can be done with posts. */
  onSelect: ((id: string, isSelected: boolean, isRange: boolean) => void) | null;
}

export const PostsList = ({ groups, selected, onSelect }: PostsListProps) => (
  <Paper component="ul" withBorder className={classes.list} aria-label={t`Posts`}>
    {groups.map((group) => (
      <PostRow key={group.id} group={group} isSelected={selected.has(group.id)} onSelect={onSelect} />
    ))}
  </Paper>
);

interface PostRowProps extends Pick<PostsListProps, 'onSelect'> {
  group: ListedGroup;
  isSelected: boolean;
}

const PostRow = memo(function PostRow({ group, isSelected, onSelect }: PostRowProps) {
  const { id, content } = group;
  return (
    <li className={classes.row} data-selected={isSelected || undefined}>
      {onSelect && (
        <Checkbox
          className={classes.check}
          aria-label={t`Select “${excerpt(content, 40)}”`}
          checked={isSelected}
          onChange={({ currentTarget, nativeEvent }) =>
            onSelect(id, currentTarget.checked, (nativeEvent as unknown as MouseEvent).shiftKey)
          }
        />
      )}
      <div className={classes.targets}>
        <AvatarStack targets={targetsOf(group)} size={24} most={3} />
      </div>
      <div className={classes.content}>
        <PageLink
          to="/posts/$postGroupId"
          params={{ postGroupId: id }}
          underline="never"
          size="sm"
          lineClamp={2}
          className={classes.link}
        >
          {excerpt(content, 200)}
        </PageLink>
        <LabelChips labels={group.labels} />
      </div>
      <div className={classes.picture}>
        <Thumbnail media={group.media} />
      </div>
      <div className={classes.status}>
        <QuietStatus group={group} />
        <OpenThreads count={group.openThreads} />
      </div>
      <Text size="sm" c="dimmed" className={classes.when}>
        <When group={group} />
      </Text>
    </li>
  );
});

/** The first file. Its alternative text is on the page of the post. */
function Thumbnail({ media }: Pick<ListedGroup, 'media'>) {
  const file = media?.edges[0]?.node;
  if (file?.status !== 'READY') return null;
  if (file.type === 'VIDEO') {
    return (
      <span className={`${classes.thumbnail} ${classes.video}`}>
        <VideoIcon />
      </span>
    );
  }
  return (
    <img src={file.thumbnailUrl ?? file.url} alt="" loading="lazy" decoding="async" className={classes.thumbnail} />
  );
}

/** Each account once, with what differs from the whole. A thread has several posts of an account. */
function targetsOf({ posts, status }: ListedGroup) {
  const byTarget = Map.groupBy(posts, ({ platformId }) => platformId);
  return [...byTarget.values()].flatMap(([first, ...further]) => {
    if (!first) return [];
    const different = [first, ...further].find((post) => post.status !== status);
    return [{ ...first, note: different && statusNote(different.status) }];
  });
}

/** The status beside it says what happens at the time. */
function When({ group: { publishedAt, scheduledTime, createdAt } }: { group: ListedGroup }) {
  return <Time at={publishedAt ?? scheduledTime ?? createdAt} />;
}
