import { Alert, Text } from '@mantine/core';
import { AlertIcon, InfoIcon } from '@primer/octicons-react';
import { useQuery } from 'urql';
import { graphql } from '../api/graphql.js';

const BANNER = graphql(`
  query Banner {
    banner {
      text
      level
    }
  }
`);

/** On every page, while the operator of the service has something to say to all users. */
export function Banner() {
  const [{ data }] = useQuery({ query: BANNER });
  if (!data?.banner) return null;
  const { text, level } = data.banner;
  const isWarning = level === 'WARNING';
  return (
    <Alert color={isWarning ? 'orange' : 'blue'} icon={isWarning ? <AlertIcon /> : <InfoIcon />} mb="md" role="status">
      <Text size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
        {text}
      </Text>
    </Alert>
  );
}
