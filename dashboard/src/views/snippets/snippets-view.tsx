import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useRefetchingQuery } from '../../api/refetching-query.js';
import { Confirm } from '../../parts/confirm.js';
import { Empty } from '../../parts/empty.js';
import { FailureNotice, showFailure } from '../../parts/failure-notice.js';
import { Loading } from '../../parts/loading.js';
import { Page } from '../../parts/page.js';
import { SearchField } from '../../parts/search-field.js';
import { showDone } from '../../parts/show-done.js';
import { SnippetForm } from '../../snippets/snippet-form.js';
import { DELETE_SNIPPET, SNIPPETS, type Snippet } from '../../snippets/snippets.operations.js';
import type { SnippetsSearch } from './snippets-search.js';

const route = getRouteApi('/signed-in/snippets');
const PAGE_SIZE = 25;

/** The saved texts of the account. */
export function SnippetsView() {
  const { text = '', after } = route.useSearch();
  const navigate = useNavigate();
  const variables = { first: PAGE_SIZE, after: after ?? null, filter: { text } };
  const [{ data, ...state }, refresh] = useRefetchingQuery({ query: SNIPPETS, variables });
  const [creating, setCreating] = useState(false);
  const go = (search: SnippetsSearch) => void navigate({ to: '/snippets', search });

  const failure = failureOf(state);
  const snippets = data?.snippets?.edges.map(({ node }) => node);
  const { hasNextPage = false, endCursor } = data?.snippets?.pageInfo ?? {};
  const add = (
    <Button leftSection={<PlusIcon />} onClick={() => setCreating(true)}>
      <Trans>New snippet</Trans>
    </Button>
  );
  return (
    <Page title={t`Snippets`} actions={add}>
      <SearchField
        placeholder={t`Name or text`}
        maw="24rem"
        value={text}
        onSearch={(searched) => go({ text: searched })}
      />
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!snippets && !failure && <Loading />}
      {snippets?.length === 0 &&
        (text || after ? (
          <Empty title={t`No snippet has this text`}>
            <Trans>Search for a part of a name or of a text.</Trans>
          </Empty>
        ) : (
          <Empty
            title={t`No snippets yet`}
            action={
              <Button variant="default" onClick={() => setCreating(true)}>
                <Trans>Save the first snippet</Trans>
              </Button>
            }
          >
            <Trans>
              A snippet is a text that you use again, such as a closing line or a set of hashtags. Insert it while you
              write a post.
            </Trans>
          </Empty>
        ))}
      {snippets && snippets.length > 0 && (
        <Stack component="ul" gap="xs" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t`Snippets`}>
          {snippets.map((snippet) => (
            <SnippetCard key={snippet.id} snippet={snippet} onChanged={refresh} />
          ))}
        </Stack>
      )}
      {(after || hasNextPage) && (
        <Group>
          <Button variant="default" disabled={!after} onClick={() => go({ text: text || undefined })}>
            <Trans>First page</Trans>
          </Button>
          <Button
            variant="default"
            disabled={!hasNextPage}
            onClick={() => go({ text: text || undefined, after: endCursor ?? undefined })}
          >
            <Trans>Next page</Trans>
          </Button>
          <Text size="sm">
            <Plural value={data?.snippets?.totalCount ?? 0} one="# snippet" other="# snippets" />
          </Text>
        </Group>
      )}
      {creating && <SnippetForm onSaved={refresh} onClose={() => setCreating(false)} />}
    </Page>
  );
}

/** A snippet, with buttons that change and delete it. */
function SnippetCard({ snippet, onChanged }: { snippet: Snippet; onChanged: () => void }) {
  const { id: snippetId, name, text } = snippet;
  const [asking, setAsking] = useState<'edit' | 'delete' | null>(null);
  const [{ fetching }, deleteSnippet] = useMutation(DELETE_SNIPPET);
  const close = () => setAsking(null);
  const remove = async () => {
    const failure = failureOf(await deleteSnippet({ input: { snippetId } }));
    if (failure) return showFailure(failure);
    showDone(t`“${name}” deleted`);
    onChanged();
  };
  return (
    <Paper component="li" withBorder p="md">
      <Group justify="space-between" align="flex-start">
        <Stack gap={4} miw={0} flex="1 1 14rem">
          <Title order={2} size="h5" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Title>
          <Text size="sm" lineClamp={4} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {text.trim()}
          </Text>
        </Stack>
        <Group gap="xs">
          <Button size="xs" variant="default" aria-label={t`Edit ${name}`} onClick={() => setAsking('edit')}>
            <Trans>Edit</Trans>
          </Button>
          <Button
            size="xs"
            variant="default"
            loading={fetching}
            aria-label={t`Delete ${name}`}
            onClick={() => setAsking('delete')}
          >
            <Trans>Delete</Trans>
          </Button>
        </Group>
      </Group>
      {asking === 'edit' && <SnippetForm snippet={snippet} onSaved={onChanged} onClose={close} />}
      {asking === 'delete' && (
        <Confirm title={t`Delete “${name}”`} action={t`Delete`} onConfirm={remove} onClose={close}>
          <Trans>It cannot be restored. Posts that have its text keep it.</Trans>
        </Confirm>
      )}
    </Paper>
  );
}
