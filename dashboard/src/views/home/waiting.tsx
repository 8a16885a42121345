import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Paper, Text, Title } from '@mantine/core';
import { HourglassIcon } from '@primer/octicons-react';
import { useLiveQuery } from '../../api/live-query.js';
import { excerpt } from '../../parts/excerpt.js';
import { PageLink } from '../../parts/link.js';
import { Time } from '../../parts/time.js';
import { useApproving, useMayApprove } from '../../shell/approvals.js';
import classes from './home.module.css';
import { WAITING } from './home.operations.js';

/** The posts that wait for an approval, for those who may approve; nothing if none does. */
export function Waiting() {
  const { waiting } = useApproving();
  const mayApprove = useMayApprove();
  return mayApprove && waiting > 0 ? <List count={waiting} /> : null;
}

function List({ count }: { count: number }) {
  const { data } = useLiveQuery({ query: WAITING, variables: {} });
  const requests = data?.approvals?.edges.flatMap(({ node }) => (node.postGroup ? [node] : [])) ?? [];
  return (
    <Paper component="section" withBorder aria-labelledby="waiting">
      <div className={classes.panelHead}>
        <Title order={2} size="h4" id="waiting">
          <Plural value={count} one="# post waits for approval" other="# posts wait for approval" />
        </Title>
        <PageLink to="/approvals" size="sm">
          <Trans>Decide</Trans>
        </PageLink>
      </div>
      <ul className={classes.rows}>
        {requests.map(({ postGroupId, postGroup, requestedBy, scheduledTime }) => (
          <li key={postGroupId} className={classes.problem}>
            <HourglassIcon className={classes.soon} aria-label={t`Waiting`} />
            <div className={classes.words}>
              <PageLink to="/posts/$postGroupId" params={{ postGroupId }} c="var(--mantine-color-text)" lineClamp={2}>
                {excerpt(postGroup?.content ?? '')}
              </PageLink>
              <Text size="sm" c="dimmed">
                {scheduledTime ? (
                  <Trans>
                    {requestedBy}, for <Time at={scheduledTime} />
                  </Trans>
                ) : (
                  requestedBy
                )}
              </Text>
            </div>
          </li>
        ))}
      </ul>
    </Paper>
  );
}
