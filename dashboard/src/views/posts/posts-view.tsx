import { Checkbox, Group, Pagination, Tabs } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { failureOf } from '../../api/failure.js';
import { useRefetchingQuery } from '../../api/refetching-query.js';
import { useActivity } from '../../api/session.js';
import { Empty } from '../../parts/empty.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { PageLink } from '../../parts/link.js';
import { Loading } from '../../parts/loading.js';
import { Page } from '../../parts/page.js';
import { GROUP_STATUSES, STATUS } from '../../parts/post-status.js';
import { BulkActions } from './bulk-actions.js';
import { POSTS } from './posts.operations.js';
import { PostsFilters } from './posts-filters.js';
import { PostsList } from './posts-list.js';
import { PAGE_SIZE, type PostsSearch, toVariables } from './posts-search.js';

const route = getRouteApi('/signed-in/posts');
const ALL = 'ALL';
/** The interval of a refresh of the list and the counts. Events update the shown objects. */
const REFRESH_MS = 1_000;

export function PostsView() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const variables = useMemo(() => toVariables(search), [search]);
  const [{ data, ...state }, refresh] = useRefetchingQuery({ query: POSTS, variables });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());

  const refreshSoon = useThrottledCallback(refresh, REFRESH_MS);
  useActivity(refreshSoon);

  const change = (changes: Partial<PostsSearch>) => {
    setSelected(new Set());
    void navigate({ to: '/posts', search: { ...search, page: undefined, ...changes } });
  };
  const select = (ids: string[], isSelected: boolean) =>
    setSelected((before) => (isSelected ? before.union(new Set(ids)) : before.difference(new Set(ids))));

  const failure = failureOf(state);
  const groups = data?.postGroups?.edges.map(({ node }) => node);
  const countOf = (status: string) => data?.postGroupCounts?.find((one) => one.status === status)?.count ?? 0;
  const total = search.status
    ? countOf(search.status)
    : GROUP_STATUSES.reduce((sum, status) => sum + countOf(status), 0);
  const chosen = groups?.filter(({ id }) => selected.has(id)) ?? [];
  const isFiltered = search.text || search.platforms || search.status;
  return (
    <Page title="Posts">
      <PostsFilters search={search} onChange={change} />
      <Tabs
        value={search.status ?? ALL}
        onChange={(value) => change({ status: GROUP_STATUSES.find((status) => status === value) })}
      >
        <Tabs.List>
          <Tabs.Tab value={ALL}>All</Tabs.Tab>
          {GROUP_STATUSES.map((status) => (
            <Tabs.Tab key={status} value={status}>
              {STATUS[status].label} {data && countOf(status)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!groups && !failure && <Loading />}
      {groups?.length === 0 &&
        (isFiltered ? (
          <Empty title="No post is like this">Take back a filter, or search for fewer words.</Empty>
        ) : (
          <Empty title="No posts yet" action={<PageLink to="/compose">Write the first one</PageLink>}>
            What you write is listed here, with where it went and what became of it.
          </Empty>
        ))}
      {groups && groups.length > 0 && (
        <>
          <Group mih={36}>
            <Checkbox
              label="Select all of this page"
              checked={chosen.length === groups.length}
              indeterminate={chosen.length > 0 && chosen.length < groups.length}
              onChange={({ currentTarget }) =>
                select(
                  groups.map(({ id }) => id),
                  currentTarget.checked,
                )
              }
            />
            {chosen.length > 0 && (
              <BulkActions groups={chosen} onDone={refresh} onClear={() => setSelected(new Set())} />
            )}
          </Group>
          <PostsList groups={groups} selected={selected} onSelect={(id, isSelected) => select([id], isSelected)} />
        </>
      )}
      {total > PAGE_SIZE && (
        <Pagination
          total={Math.ceil(total / PAGE_SIZE)}
          value={search.page ?? 1}
          onChange={(page) => change({ page })}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          getItemProps={(page) => ({ 'aria-label': `Page ${page}` })}
        />
      )}
    </Page>
  );
}
