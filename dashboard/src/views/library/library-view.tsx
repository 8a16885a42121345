import { msg, plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Checkbox, Group, MultiSelect, Select, SimpleGrid, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { UploadIcon } from '@primer/octicons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { failureOf } from '../../api/failure.js';
import { useRefetchingQuery } from '../../api/refetching-query.js';
import { LIBRARY } from '../../library/library.operations.js';
import { Empty } from '../../parts/empty.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { Loading } from '../../parts/loading.js';
import { useMay } from '../../parts/may.js';
import { oneOf } from '../../parts/one-of.js';
import { Page } from '../../parts/page.js';
import { SearchField } from '../../parts/search-field.js';
import { useLabels } from '../../posts/use-labels.js';
import { FileCard } from './file-card.js';
import { KINDS, type LibrarySearch, SORTS } from './library-search.js';
import { useLibraryUploads } from './use-library-uploads.js';

const route = getRouteApi('/signed-in/library');
const PAGE_SIZE = 24;
const KIND_WORDS = { IMAGE: msg`Images`, VIDEO: msg`Videos` };
const SORT_WORDS = { NEWEST: msg`Newest first`, OLDEST: msg`Oldest first`, NAME: msg`By name` };

/** The files of the account: each once, however many posts use it. */
export function LibraryView() {
  const search = route.useSearch();
  const { text = '', type, labels = [], unused = false, sort = 'NEWEST', after } = search;
  const navigate = useNavigate();
  const mayWrite = useMay('DRAFT');
  const filter = { text, type: type ?? null, labelIds: labels, unused };
  const variables = { first: PAGE_SIZE, after: after ?? null, filter, sort };
  const [{ data, ...state }, refresh] = useRefetchingQuery({ query: LIBRARY, variables });
  const { labels: known = [] } = useLabels();
  const uploads = useLibraryUploads(refresh);
  const open = useRef<(() => void) | null>(null);
  const go = (changes: LibrarySearch) =>
    void navigate({ to: '/library', search: { ...search, after: undefined, ...changes } });

  const failure = failureOf(state);
  const files = data?.mediaLibrary?.edges.map(({ node }) => node);
  const { hasNextPage = false, endCursor } = data?.mediaLibrary?.pageInfo ?? {};
  const isFiltered = Boolean(text || type || labels.length > 0 || unused || after);
  const upload = (
    <Button leftSection={<UploadIcon />} loading={uploads.count > 0} onClick={() => open.current?.()}>
      <Trans>Upload files</Trans>
    </Button>
  );
  return (
    <Page title={t`Library`} actions={mayWrite && upload}>
      <Group gap="xs" align="flex-end">
        <SearchField
          placeholder={t`Name or alternative text`}
          value={text}
          onSearch={(searched) => go({ text: searched })}
        />
        <Select
          aria-label={t`Kind`}
          placeholder={t`Images and videos`}
          clearable
          w="11rem"
          data={KINDS.map((value) => ({ value, label: t(KIND_WORDS[value]) }))}
          value={type ?? null}
          onChange={(value) => go({ type: oneOf(KINDS, value) })}
        />
        {known.length > 0 && (
          <MultiSelect
            aria-label={t`Labels`}
            placeholder={labels.length > 0 ? undefined : t`Any label`}
            clearable
            maxValues={20}
            miw="10rem"
            data={known.map(({ id, name }) => ({ value: id, label: name }))}
            value={labels}
            onChange={(ids) => go({ labels: ids.length > 0 ? ids : undefined })}
          />
        )}
        <Select
          aria-label={t`Order`}
          w="10rem"
          allowDeselect={false}
          data={SORTS.map((value) => ({ value, label: t(SORT_WORDS[value]) }))}
          value={sort}
          onChange={(value) => go({ sort: oneOf(SORTS, value) })}
        />
        <Checkbox
          label={t`Not used`}
          pb={8}
          checked={unused}
          onChange={({ currentTarget }) => go({ unused: currentTarget.checked || undefined })}
        />
      </Group>
      {mayWrite && (
        <Dropzone
          openRef={open}
          accept={['image/*', 'video/*']}
          activateOnClick={false}
          activateOnKeyboard={false}
          onDrop={uploads.add}
          inputProps={{ 'aria-label': t`Files for the library` }}
          p="xs"
        >
          <Text size="sm" c="dimmed" ta="center" role="status">
            {uploads.count > 0
              ? plural(uploads.count, { one: 'Uploading # file…', other: 'Uploading # files…' })
              : t`Drop images or videos here`}
          </Text>
        </Dropzone>
      )}
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!files && !failure && <Loading />}
      {files?.length === 0 &&
        (isFiltered ? (
          <Empty title={t`No file matches`}>
            <Trans>Remove a filter or broaden your search.</Trans>
          </Empty>
        ) : (
          <Empty title={t`No files yet`}>
            <Trans>Upload a file once, and use it in many posts. Files of posts are here too.</Trans>
          </Empty>
        ))}
      {files && files.length > 0 && (
        <SimpleGrid
          component="ul"
          cols={{ base: 2, sm: 3, md: 4, lg: 6 }}
          spacing="sm"
          p={0}
          m={0}
          style={{ listStyle: 'none' }}
          aria-label={t`Files`}
        >
          {files.map((file) => (
            <FileCard key={file.id} file={file} mayWrite={mayWrite} onChanged={refresh} />
          ))}
        </SimpleGrid>
      )}
      {(after || hasNextPage) && (
        <Group>
          <Button variant="default" disabled={!after} onClick={() => go({})}>
            <Trans>First page</Trans>
          </Button>
          <Button variant="default" disabled={!hasNextPage} onClick={() => go({ after: endCursor ?? undefined })}>
            <Trans>Next page</Trans>
          </Button>
          <Text size="sm">{plural(data?.mediaLibrary?.totalCount ?? 0, { one: '# file', other: '# files' })}</Text>
        </Group>
      )}
    </Page>
  );
}
