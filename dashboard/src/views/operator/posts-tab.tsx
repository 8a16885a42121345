import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Select, Stack, Switch, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { failureOf } from '../../api/failure.js';
import { useRefetchingQuery } from '../../api/refetching-query.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { PageLink } from '../../parts/link.js';
import { Loading } from '../../parts/loading.js';
import { oneOf } from '../../parts/one-of.js';
import { PLATFORMS, platformName } from '../../parts/platform.js';
import { SearchField } from '../../parts/search-field.js';
import { Time } from '../../parts/time.js';
import { ChangePosts } from './change-posts.js';
import { POSTS } from './operator.operations.js';
import { POST_STATUSES, type TabProps } from './operator-search.js';
import { Pages, Rows } from './rows.js';

const PAGE_SIZE = 25;

/** Posts of all accounts. */
export function PostsTab({ search, onChange }: TabProps) {
  const { user, status, platform, code, late, text, after } = search;
  const variables = useMemo(
    () => ({ filter: { user, status, platform, code, late, text }, first: PAGE_SIZE, after }),
    [user, status, platform, code, late, text, after],
  );
  const [{ data, ...state }, refresh] = useRefetchingQuery({ query: POSTS, variables });
  const [changing, setChanging] = useState<'retry' | 'fail' | null>(null);
  const failure = failureOf(state);
  // What the bulk actions take as their conditions; without any, they are refused.
  const conditions = { user, platform, code };
  const hasConditions = Object.values(conditions).some((condition) => condition !== undefined);
  // They would change posts that the table does not show.
  const isNarrower = text !== undefined || status !== undefined || late !== undefined;
  const refusal = isNarrower
    ? t`To change many posts, remove the words, the status and “Late only”. These do not limit what is changed.`
    : hasConditions
      ? null
      : t`To change many posts, choose an account, a platform or a failure.`;
  return (
    <Stack>
      <Group align="end">
        <SearchField placeholder={t`Words of the text`} value={text} onSearch={(value) => onChange({ text: value })} />
        <SearchField
          label={t`Account`}
          placeholder={t`E-mail address or id`}
          value={user}
          onSearch={(value) => onChange({ user: value })}
        />
        <Select
          label={t`Status`}
          placeholder={t`All`}
          data={POST_STATUSES}
          value={status ?? null}
          onChange={(value) => onChange({ status: oneOf(POST_STATUSES, value) })}
          clearable
          clearButtonProps={{ 'aria-label': t`All statuses` }}
        />
        <Select
          label={t`Platform`}
          placeholder={t`All`}
          data={PLATFORMS.map((key) => ({ value: key.toLowerCase(), label: platformName(key) }))}
          value={platform ?? null}
          onChange={(value) => onChange({ platform: value ?? undefined })}
          clearable
          clearButtonProps={{ 'aria-label': t`All platforms` }}
        />
        <SearchField
          label={t`Failure`}
          placeholder="SCHEDULE_MISSED"
          value={code}
          onSearch={(value) => onChange({ code: value })}
        />
        <Switch
          label={t`Late only`}
          checked={late ?? false}
          onChange={({ currentTarget }) => onChange({ late: currentTarget.checked || undefined })}
          mb={8}
        />
      </Group>
      <Group>
        <Button variant="default" disabled={refusal !== null} onClick={() => setChanging('retry')}>
          <Trans>Retry failed posts</Trans>
        </Button>
        <Button variant="default" disabled={refusal !== null} onClick={() => setChanging('fail')}>
          <Trans>End waiting posts</Trans>
        </Button>
        {refusal && (
          <Text size="sm" c="dimmed">
            {refusal}
          </Text>
        )}
      </Group>
      {failure && <FailureNotice failure={failure} />}
      {!data && !failure && <Loading />}
      {data && (
        <Rows
          label={t`Posts`}
          none={t`No post is like this.`}
          head={[
            t`Post`,
            t`Account`,
            t`Platform`,
            t`Status`,
            t({ message: 'Time', context: 'of a post' }),
            t`Failure or wait`,
          ]}
          rows={data.posts.nodes.map((post) => ({
            key: post.id,
            cells: [
              <PageLink key="post" to="/operator/posts/$groupId" params={{ groupId: post.groupId }}>
                {post.text || t`Without text`}
              </PageLink>,
              <PageLink key="account" to="/operator/accounts/$userId" params={{ userId: post.userId }}>
                {post.email ?? t`removed`}
              </PageLink>,
              platformName(post.platform),
              post.status,
              <Time key="time" at={post.time} />,
              post.code ?? post.waitsFor ?? '',
            ],
          }))}
        />
      )}
      <Pages isFirst={!after} next={data?.posts.next} onGo={(next) => onChange({ after: next })} />
      {changing && (
        <ChangePosts
          action={changing}
          conditions={conditions}
          onClose={() => setChanging(null)}
          onDone={() => {
            setChanging(null);
            refresh();
          }}
        />
      )}
    </Stack>
  );
}
