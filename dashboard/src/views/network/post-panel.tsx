import { t } from '@lingui/core/macro';
import { Box, CloseButton, Code, SimpleGrid, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import type { Account } from '../../parts/accounts.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { Loading } from '../../parts/loading.js';
import { useMay } from '../../parts/may.js';
import { Panel } from '../../parts/panel.js';
import { Comments } from './comments.js';
import { Count } from './count.js';
import { METRICS } from './metrics.js';
import { POST_STATISTICS } from './network.operations.js';
import { NoStatistics } from './offers.js';
import type { PostProps } from './post-props.js';
import { Reactions } from './reactions.js';
import { Replies } from './replies.js';

interface PostPanelProps {
  account: Account;
  postedId: string;
  onClose: () => void;
}

/** One post on the platform: how it was received, and what can be answered. It has the focus when it is opened. */
export function PostPanel({ account: { platform, platformId }, postedId, onClose }: PostPanelProps) {
  const mayPublish = useMay('PUBLISH');
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => top.current?.focus(), []);
  return (
    <Box ref={top} tabIndex={-1} style={{ outline: 'none' }}>
      <Panel title={t`One post`} actions={<CloseButton aria-label={t`Close the post`} onClick={onClose} />}>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          <Code>{postedId}</Code>
        </Text>
        {platform === 'NETWORK' && (
          <>
            <PostStatistics platformId={platformId} postedId={postedId} />
            {mayPublish && (
              <>
                <Reactions platformId={platformId} postedId={postedId} />
                <Comments platformId={platformId} postedId={postedId} />
              </>
            )}
          </>
        )}
        {platform === 'THREADTALK' && <Replies platformId={platformId} postedId={postedId} />}
      </Panel>
    </Box>
  );
}

function PostStatistics(variables: PostProps) {
  const [{ data, ...state }, fetchStatistics] = useQuery({ query: POST_STATISTICS, variables });
  const failure = failureOf(state);
  const totals = data?.connectedAccount?.postStatistics;
  return (
    <>
      {failure && (
        <FailureNotice failure={failure} onRetry={() => fetchStatistics({ requestPolicy: 'network-only' })} />
      )}
      {!data && !failure && <Loading />}
      {data && !totals && !failure && <NoStatistics />}
      {totals && (
        <SimpleGrid
          component="ul"
          cols={{ base: 2, sm: 3, lg: 5 }}
          spacing="xs"
          p={0}
          m={0}
          aria-label={t`Of this post`}
        >
          {totals.map(({ metric, ...total }) => (
            <Count key={metric} label={t(METRICS[metric])} {...total} />
          ))}
        </SimpleGrid>
      )}
    </>
  );
}
