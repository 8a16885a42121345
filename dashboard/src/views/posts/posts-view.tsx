import { Table } from '@mantine/core';
import { useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { graphql } from '../../api/graphql.js';
import { Empty } from '../../parts/empty.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { Page } from '../../parts/page.js';

const POSTS = graphql(`
  query Posts {
    postGroups(first: 20) {
      edges {
        node {
          id
          content
          status
        }
      }
    }
  }
`);

export function PostsView() {
  const [{ data, ...state }] = useQuery({ query: POSTS });
  const failure = failureOf(state);
  const groups = data?.postGroups?.edges;
  return (
    <Page title="Posts">
      {failure && <FailureNotice failure={failure} />}
      {groups?.length === 0 && <Empty title="No posts yet">What you write appears here.</Empty>}
      {groups && groups.length > 0 && (
        <Table>
          <Table.Tbody>
            {groups.map(({ node }) => (
              <Table.Tr key={node.id}>
                <Table.Td>{node.content}</Table.Td>
                <Table.Td>{node.status}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Page>
  );
}
