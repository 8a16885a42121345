import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import { failureOf } from '../api/failure.js';
import { LIBRARY, type LibraryFile } from '../library/library.operations.js';
import { Thumbnail } from '../library/thumbnail.js';
import { Dialog } from '../parts/dialog.js';
import { FailureNotice } from '../parts/failure-notice.js';
import { PageLink } from '../parts/link.js';
import { Loading } from '../parts/loading.js';
import { SearchField } from '../parts/search-field.js';

/** Files that are offered; the others are found by their name or alternative text. */
const OFFERED = 24;

interface LibraryPickerProps {
  onPick: (file: LibraryFile) => void;
  onClose: () => void;
}

/** Chooses a file of the library for the post. */
export function LibraryPicker({ onPick, onClose }: LibraryPickerProps) {
  const [text, setText] = useState('');
  const filter = { text, labelIds: [], unused: false };
  const variables = { first: OFFERED, after: null, filter, sort: 'NEWEST' } as const;
  const [{ data, ...state }, retry] = useQuery({ query: LIBRARY, variables, requestPolicy: 'cache-and-network' });
  const failure = failureOf(state);
  const files = data?.mediaLibrary?.edges.map(({ node }) => node);
  return (
    <Dialog title={t`Add from the library`} size="lg" onClose={onClose}>
      <Stack>
        <SearchField
          aria-label={t`Search the library`}
          placeholder={t`Name or alternative text`}
          value={text}
          onSearch={(searched = '') => setText(searched)}
        />
        {failure && <FailureNotice failure={failure} onRetry={() => retry({ requestPolicy: 'network-only' })} />}
        {!files && !failure && <Loading />}
        {files?.length === 0 && (
          <Text size="sm" role="status">
            {text ? t`No file has this text.` : t`The library has no files yet.`}
          </Text>
        )}
        <SimpleGrid cols={{ base: 3, sm: 4 }} spacing="xs">
          {files?.map((file) => (
            <UnstyledButton
              key={file.id}
              aria-label={t`Add ${file.name}`}
              onClick={() => {
                onClose();
                onPick(file);
              }}
            >
              <Thumbnail file={file} />
              <Text size="xs" truncate>
                {file.name}
              </Text>
            </UnstyledButton>
          ))}
        </SimpleGrid>
        <PageLink to="/library" size="sm">
          <Trans>Open the library</Trans>
        </PageLink>
      </Stack>
    </Dialog>
  );
}
