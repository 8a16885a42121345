import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Checkbox, Group, Pagination, Tabs, Text } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useRef, useState } from 'react';
import { failureOf } from '../../api/failure.js';
import { useRefetchingQuery } from '../../api/refetching-query.js';
import { useActivity } from '../../api/session.js';
import { Empty } from '../../parts/empty.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { formatNumber } from '../../parts/formats.js';
import { ButtonLink } from '../../parts/link.js';
import { Loading } from '../../parts/loading.js';
import { useMay } from '../../parts/may.js';
import { Page } from '../../parts/page.js';
import { GROUP_STATUSES, STATUS } from '../../parts/post-status.js';
import { useTimeZone } from '../../parts/time.js';
import { BulkBar } from './bulk-bar.js';
import { POSTS } from './posts.operations.js';
import { PostsFilters } from './posts-filters.js';
import { PostsList } from './posts-list.js';
import { isFiltered, PAGE_SIZE, type PostsSearch, toVariables } from './posts-search.js';
import classes from './posts-view.module.css';

const route = getRouteApi('/signed-in/posts');
const ALL = 'ALL';
/** The interval of a refresh of the list and the counts. Events update the shown objects. */
const REFRESH_MS = 1_000;
const NONE: ReadonlySet<string> = new Set();

export function PostsView() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const timeZone = useTimeZone();
  const mayWrite = useMay('DRAFT');
  const variables = useMemo(() => toVariables(search, timeZone), [search, timeZone]);
  const [{ data, ...state }, refresh] = useRefetchingQuery({ query: POSTS, variables });
  const [selected, setSelected] = useState(NONE);
  useActivity(useThrottledCallback(refresh, REFRESH_MS));

  const change = (changes: Partial<PostsSearch>) => {
    setSelected(NONE);
    void navigate({ to: '/posts', search: { ...search, page: undefined, ...changes } });
  };
  const failure = failureOf(state);
  const groups = useMemo(() => data?.postGroups?.edges.map(({ node }) => node), [data]);
  const shown = useRef<string[]>([]);
  shown.current = groups?.map(({ id }) => id) ?? [];
  const last = useRef<string | null>(null);
  const select = useCallback((id: string, isSelected: boolean, isRange: boolean) => {
    const ids = isRange ? between(shown.current, last.current, id) : [id];
    last.current = id;
    setSelected((before) => (isSelected ? before.union(new Set(ids)) : before.difference(new Set(ids))));
  }, []);

  const countOf = (status: string) => data?.postGroupCounts?.find((one) => one.status === status)?.count ?? 0;
  const all = GROUP_STATUSES.reduce((sum, status) => sum + countOf(status), 0);
  const total = search.status ? countOf(search.status) : all;
  const chosen = useMemo(() => groups?.filter(({ id }) => selected.has(id)) ?? [], [groups, selected]);
  return (
    <Page
      title={t`Posts`}
      actions={
        mayWrite && (
          <ButtonLink to="/compose" size="xs">
            <Trans>New post</Trans>
          </ButtonLink>
        )
      }
    >
      <Tabs
        value={search.status ?? ALL}
        onChange={(value) => change({ status: GROUP_STATUSES.find((status) => status === value) })}
        className={classes.tabs}
      >
        <Tabs.List>
          <Tabs.Tab value={ALL}>
            <Trans>All</Trans> {data && <Count>{all}</Count>}
          </Tabs.Tab>
          {GROUP_STATUSES.map((status) => (
            <Tabs.Tab key={status} value={status}>
              {STATUS[status].label} {data && <Count>{countOf(status)}</Count>}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <PostsFilters search={search} onChange={change} />
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!groups && !failure && <Loading rows={8} height={60} />}
      {groups?.length === 0 &&
        (isFiltered(search) ? (
          <Empty title={t`No post is like this`}>
            <Trans>Remove a filter, or search for fewer words.</Trans>
          </Empty>
        ) : (
          <Empty
            title={t`No posts yet`}
            action={
              mayWrite && (
                <ButtonLink to="/compose">
                  <Trans>Write the first one</Trans>
                </ButtonLink>
              )
            }
          >
            <Trans>Your posts are listed here, with the accounts they went to and how that went.</Trans>
          </Empty>
        ))}
      {groups && groups.length > 0 && (
        <>
          <Group px="md" gap="sm" className={classes.above}>
            {mayWrite && (
              <Checkbox
                size="sm"
                aria-label={t`Select all of this page`}
                checked={chosen.length === groups.length}
                indeterminate={chosen.length > 0 && chosen.length < groups.length}
                onChange={({ currentTarget }) =>
                  setSelected(currentTarget.checked ? new Set(groups.map(({ id }) => id)) : NONE)
                }
              />
            )}
            <Text size="sm" c="dimmed">
              <Plural value={total} one="# post" other="# posts" />
            </Text>
          </Group>
          <PostsList groups={groups} selected={selected} onSelect={mayWrite ? select : null} />
        </>
      )}
      {total > PAGE_SIZE && (
        <Pagination
          size="sm"
          total={Math.ceil(total / PAGE_SIZE)}
          value={search.page ?? 1}
          onChange={(page) => {
            change({ page });
            scrollTo({ top: 0 });
          }}
          getControlProps={(control) => ({ 'aria-label': t(PAGES[control]) })}
          getItemProps={(page) => ({ 'aria-label': t`Page ${page}` })}
        />
      )}
      {chosen.length > 0 && <BulkBar groups={chosen} onDone={refresh} onClear={() => setSelected(NONE)} />}
    </Page>
  );
}

const PAGES: Record<'first' | 'previous' | 'next' | 'last', MessageDescriptor> = {
  first: msg`first page`,
  previous: msg`previous page`,
  next: msg`next page`,
  last: msg`last page`,
};

const Count = ({ children }: { children: number }) => <span className={classes.count}>{formatNumber(children)}</span>;

/** The ids from one to another, in the order of the list; the other one alone if the first is not in it. */
function between(ids: string[], one: string | null, other: string): string[] {
  const places = [one === null ? -1 : ids.indexOf(one), ids.indexOf(other)].toSorted((a, b) => a - b);
  const [from = -1, to = -1] = places;
  return from < 0 ? [other] : ids.slice(from, to + 1);
}
