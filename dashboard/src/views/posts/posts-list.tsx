import { Checkbox, Group, Paper, Stack, Text } from '@mantine/core';
import { excerpt } from '../../parts/excerpt.js';
import { PageLink } from '../../parts/link.js';
import { platformName } from '../../parts/platform.js';
import { STATUS, StatusBadge } from '../../parts/post-status.js';
import { Time } from '../../parts/time.js';
import type { ListedGroup } from './posts.operations.js';

interface PostsListProps {
  groups: ListedGroup[];
  selected: ReadonlySet<string>;
  onSelect: (id: string, isSelected: boolean) => void;
}

export const PostsList = ({ groups, selected, onSelect }: PostsListProps) => (
  <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Posts">
    {groups.map((group) => (
      <Paper key={group.id} component="li" withBorder p="sm">
        <Group align="flex-start" wrap="nowrap">
          <Checkbox
            mt={4}
            aria-label={`Select “${excerpt(group.content, 40)}”`}
            checked={selected.has(group.id)}
            onChange={({ currentTarget }) => onSelect(group.id, currentTarget.checked)}
          />
          <Stack gap={4} miw={0} flex={1}>
            <Group justify="space-between" align="flex-start" gap="xs">
              <PageLink
                to="/posts/$postGroupId"
                params={{ postGroupId: group.id }}
                c="var(--mantine-color-text)"
                fw={500}
                lineClamp={2}
                flex="1 1 14rem"
                style={{ overflowWrap: 'anywhere' }}
              >
                {excerpt(group.content)}
              </PageLink>
              <StatusBadge status={group.processingStatus === 'PROCESSING' ? 'PROCESSING' : group.status} />
            </Group>
            <Text size="sm" c="dimmed">
              <Targets group={group} />
            </Text>
            <Text size="sm" c="dimmed">
              <When group={group} />
            </Text>
          </Stack>
        </Group>
      </Paper>
    ))}
  </Stack>
);

/** Where it goes; of each what differs from the whole. */
function Targets({ group: { posts, status } }: { group: ListedGroup }) {
  return posts
    .map((post) => {
      const name = [platformName(post.platformKey), post.account && `@${post.account.username}`]
        .filter(Boolean)
        .join(' ');
      return post.status === status ? name : `${name} (${STATUS[post.status].label.toLowerCase()})`;
    })
    .join(' · ');
}

function When({ group: { publishedAt, scheduledTime, createdAt } }: { group: ListedGroup }) {
  if (publishedAt) {
    return (
      <>
        Published <Time at={publishedAt} />
      </>
    );
  }
  if (scheduledTime) {
    return (
      <>
        Scheduled for <Time at={scheduledTime} />
      </>
    );
  }
  return (
    <>
      Created <Time at={createdAt} />
    </>
  );
}
