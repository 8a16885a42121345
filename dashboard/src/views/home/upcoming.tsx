import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Paper, Text, Title } from '@mantine/core';
import { AvatarStack } from '../../parts/avatar-stack.js';
import { excerpt } from '../../parts/excerpt.js';
import { clockTime, formatNumber, shortDay } from '../../parts/formats.js';
import { PageLink } from '../../parts/link.js';
import { useMay } from '../../parts/may.js';
import { GroupStatusBadge, statusNote } from '../../parts/post-status.js';
import { useTimeZone } from '../../parts/time.js';
import { dateOf, laterDate, startOf } from './days.js';
import classes from './home.module.css';
import type { Home, PlannedPost } from './home.operations.js';

interface UpcomingProps {
  ended: Home['ended'];
  planned: Home['planned'];
  /** A date. */
  today: string;
}

/** The posts of today and tomorrow. */
export function Upcoming({ ended, planned, today }: UpcomingProps) {
  const timeZone = useTimeZone();
  const mayWrite = useMay('DRAFT');
  const posts = [...(ended?.edges ?? []).toReversed(), ...(planned?.edges ?? [])].map(({ node }) => node);
  const tomorrow = laterDate(today, 1);
  const isOf = (post: PlannedPost, date: string) => dateOf(post.scheduledTime ?? '', timeZone) === date;
  const days = [
    // What is late belongs to today.
    { name: t`Today`, date: today, posts: posts.filter((post) => !isOf(post, tomorrow)) },
    { name: t`Tomorrow`, date: tomorrow, posts: posts.filter((post) => isOf(post, tomorrow)) },
  ];
  const hidden = (ended?.totalCount ?? 0) + (planned?.totalCount ?? 0) - posts.length;
  return (
    <Paper component="section" withBorder aria-labelledby="upcoming">
      <div className={classes.panelHead}>
        <Title order={2} size="h4" id="upcoming">
          <Trans>Today and tomorrow</Trans>
        </Title>
        <PageLink to="/calendar" size="sm">
          {hidden > 0 ? t`${formatNumber(hidden)} more in the calendar` : t`Calendar`}
        </PageLink>
      </div>
      {days.map(({ name, date, posts: ofDay }) => (
        <div key={name}>
          <Text size="xs" c="dimmed" fw={500} className={classes.day}>
            {name}, {shortDay(startOf(date, timeZone), timeZone)}
          </Text>
          {ofDay.length === 0 ? (
            <Text size="sm" c="dimmed" className={classes.nothing}>
              <Trans>Nothing is planned.</Trans>{' '}
              {mayWrite && (
                <PageLink
                  underline="always"
                  to="/compose"
                  search={date === today ? {} : { at: startOf(date, timeZone, '09:00') }}
                >
                  <Trans>Write a post</Trans>
                </PageLink>
              )}
            </Text>
          ) : (
            <ul className={classes.rows}>
              {ofDay.map((post) => (
                <Row key={post.id} post={post} timeZone={timeZone} />
              ))}
            </ul>
          )}
        </div>
      ))}
    </Paper>
  );
}

const Row = ({ post, timeZone }: { post: PlannedPost; timeZone: string }) => (
  <li className={classes.post}>
    <time dateTime={post.scheduledTime ?? undefined} className={classes.time}>
      {post.scheduledTime && clockTime(post.scheduledTime, timeZone)}
    </time>
    <PageLink
      to="/posts/$postGroupId"
      params={{ postGroupId: post.id }}
      c="var(--mantine-color-text)"
      lineClamp={2}
      className={classes.words}
    >
      {excerpt(post.content)}
    </PageLink>
    <AvatarStack targets={targetsOf(post)} size={24} />
    {(post.status !== 'SCHEDULED' || post.processingStatus === 'PROCESSING') && <GroupStatusBadge group={post} />}
  </li>
);

/** Each account once: a thread has several posts of an account. */
function targetsOf({ posts, status }: PlannedPost) {
  const byTarget = Map.groupBy(posts, ({ platformKey, account }) => `${platformKey} ${account?.id}`);
  return [...byTarget.values()].flatMap(([first, ...further]) => {
    if (!first) return [];
    const different = [first, ...further].find((post) => post.status !== status);
    return [{ ...first, note: different && statusNote(different.status) }];
  });
}
