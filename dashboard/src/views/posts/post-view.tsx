import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Image, Paper, Group as Row, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { TagIcon } from '@primer/octicons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { failureOf } from '../../api/failure.js';
import { useRefetchingQuery } from '../../api/refetching-query.js';
import { Empty } from '../../parts/empty.js';
import { excerpt } from '../../parts/excerpt.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { PageLink } from '../../parts/link.js';
import { Loading } from '../../parts/loading.js';
import { useMay } from '../../parts/may.js';
import { Page } from '../../parts/page.js';
import { GroupStatusBadge, liveOf } from '../../parts/post-status.js';
import { Time } from '../../parts/time.js';
import { LabelChips } from '../../posts/label-chip.js';
import { LabelDialog } from '../../posts/label-dialog.js';
import { ApprovalPanel } from './approval-panel.js';
import { CommentsPanel } from './comments-panel.js';
import { HistoryPanel } from './history-panel.js';
import { PostActions } from './post-actions.js';
import { PostLog } from './post-log.js';
import { PostTarget } from './post-part.js';
import { type Group, POST } from './posts.operations.js';
import { ResultsPanel } from './results-panel.js';
import { usePostActivity } from './use-post-activity.js';

const route = getRouteApi('/signed-in/posts/$postGroupId');
/** One post: its content, its outcome on each platform, and its actions. */
export function PostView() {
  const { postGroupId } = route.useParams();
  const [{ data, ...state }, refresh] = useRefetchingQuery({ query: POST, variables: { id: postGroupId } });
  usePostActivity(postGroupId, refresh);
  const failure = failureOf(state);
  const group = data?.postGroup;
  const back = (
    <PageLink to="/posts">
      <Trans>All posts</Trans>
    </PageLink>
  );
  return (
    <Page title={group ? t`Post “${excerpt(group.content, 30)}”` : t`Post`} actions={back}>
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!data && !failure && <Loading />}
      {data && !group && !failure && (
        <Empty title={t`This post is not here`}>
          <Trans>It was deleted, or is of another account.</Trans>
        </Empty>
      )}
      {group && <Story group={group} onChanged={refresh} />}
    </Page>
  );
}

function Story({ group, onChanged }: { group: Group; onChanged: () => void }) {
  const { scheduledTime, content, media, posts } = group;
  const targets = [...Map.groupBy(posts, ({ platformId }) => platformId).entries()];
  const comments = <CommentsPanel key="comments" postGroupId={group.id} />;
  const platforms = (
    <Stack key="platforms" component="section" aria-labelledby="platforms" gap="sm">
      <Title order={2} size="h4" id="platforms">
        <Trans>On the platforms</Trans>
      </Title>
      {targets.map(([platformId, parts]) => (
        <PostTarget key={platformId} group={group} parts={parts} onChanged={onChanged} />
      ))}
    </Stack>
  );
  return (
    <>
      <Row justify="space-between" gap="sm">
        <Row gap="sm">
          <GroupStatusBadge group={group} />
          {scheduledTime && (
            <Text size="sm" c="dimmed">
              <Time at={scheduledTime} />
            </Text>
          )}
        </Row>
        <PostActions group={group} onChanged={onChanged} />
      </Row>
      {group.recurrence && <PartOfRecurrence {...group.recurrence} />}
      <Labels group={group} onChanged={onChanged} />
      {group.status === 'DRAFT' && liveOf(posts).live > 0 && (
        <Text size="sm">
          <Trans>What is live stays as it is. Changes apply to the rest.</Trans>
        </Text>
      )}
      <Paper withBorder p="md">
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{content}</Text>
        <Files media={media} />
      </Paper>
      <ApprovalPanel group={group} onChanged={onChanged} />
      {/* A draft is talked about. Later, what became of it comes first. */}
      {group.status === 'DRAFT' ? [comments, platforms] : [platforms, comments]}
      {liveOf(posts).live > 0 && <ResultsPanel postGroupId={group.id} />}
      <HistoryPanel group={group} onChanged={onChanged} />
      <PostLog group={group} log={group.log} />
    </>
  );
}

/** What the post is for a recurring post. */
function PartOfRecurrence({ occursAt, edited }: NonNullable<Group['recurrence']>) {
  const words =
    occursAt === null
      ? t`This draft is copied for each post of a recurring post.`
      : edited
        ? t`This is one of the posts of a recurring post. It was edited: changes of the others do not change it.`
        : t`This is one of the posts of a recurring post.`;
  return (
    <Text size="sm">
      {words}{' '}
      <PageLink to="/recurring">
        <Trans>Recurring posts</Trans>
      </PageLink>
    </Text>
  );
}

function Labels({ group, onChanged }: { group: Group; onChanged: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const mayWrite = useMay('DRAFT');
  return (
    <Row gap="xs">
      <LabelChips labels={group.labels} name={t`Labels of the post`} />
      {mayWrite && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<TagIcon size={12} />}
          onClick={() => setOpen(true)}
        >
          {group.labels.length > 0 ? t`Change labels` : t`Add labels`}
        </Button>
      )}
      {isOpen && <LabelDialog posts={[group]} onDone={onChanged} onClose={() => setOpen(false)} />}
    </Row>
  );
}

function Files({ media }: { media: Group['media'] }) {
  if (!media)
    return (
      <Text c="dimmed">
        <Trans>The files could not be loaded.</Trans>
      </Text>
    );
  const { edges, totalCount } = media;
  if (totalCount === 0) return null;
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 4 }} mt="md">
        {edges.map(({ node: file }) => (
          <Stack key={file.id} gap={4}>
            {file.type === 'IMAGE' && file.status === 'READY' && (
              <Image src={file.url} alt={file.altText ?? ''} radius="sm" h={120} fit="cover" />
            )}
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {file.name}
            </Text>
            {file.correction && (
              <Text size="sm" c="dimmed">
                {file.correction}.
              </Text>
            )}
            {file.problem && (
              <Text size="sm" c="var(--mantine-color-error)">
                {file.problem}
              </Text>
            )}
          </Stack>
        ))}
      </SimpleGrid>
      {totalCount > edges.length && (
        <Text size="sm" c="dimmed">
          <Trans>
            The first {edges.length} of {totalCount} files.
          </Trans>
        </Text>
      )}
    </>
  );
}
