import { Trans } from '@lingui/react/macro';
import { Button, Menu } from '@mantine/core';
import { DownloadIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { type Client, useClient } from 'urql';
import { type Failure, failureOf } from '../../api/failure.js';
import { saveCsv, saveFile } from '../../parts/csv.js';
import { showFailure } from '../../parts/failure-notice.js';
import classes from './analytics.module.css';
import { daysIn } from './analytics-search.js';
import { RESULTS_CSV, RESULTS_JSON, type ResultsFilter } from './results-file.operations.js';

/** Saves the posts of the period with their numbers, a row for each, as a file: the rows of the client and the command line. */
export function ResultsFile({ filter }: { filter: ResultsFilter }) {
  const client = useClient();
  const [isBusy, setBusy] = useState(false);
  const days = daysIn(filter);
  const name = `results-${days.from}-${days.to}`;
  const save = async (
    read: (client: Client, filter: ResultsFilter) => Promise<Read>,
    store: (text: string) => void,
  ) => {
    setBusy(true);
    const { text, failure } = await read(client, filter);
    setBusy(false);
    if (failure) showFailure(failure);
    else store(text);
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          className={classes.filters}
          leftSection={<DownloadIcon size={14} />}
          loading={isBusy}
        >
          <Trans>Export</Trans>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save(readCsv, (text) => saveCsv(`${name}.csv`, text))}>
          <Trans>Posts as CSV</Trans>
        </Menu.Item>
        <Menu.Item onClick={() => void save(readJson, (text) => saveFile(`${name}.json`, text, 'application/json'))}>
          <Trans>Posts as JSON</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface Read {
  text: string;
  /** Why it is not complete. */
  failure: Failure | null;
}

interface PageEnd {
  endCursor: string | null;
  hasNextPage: boolean;
}

/** Reads page after page. `read` returns where its page ends, or why there is none. */
async function readPages(
  read: (after: string | null) => Promise<{ end: PageEnd | undefined; failure: Failure | null }>,
): Promise<Failure | null> {
  let last: PageEnd = { endCursor: null, hasNextPage: true };
  while (last.hasNextPage) {
    const { end, failure } = await read(last.endCursor);
    if (!end) return failure;
    last = end;
  }
  return null;
}

const FRESH = { requestPolicy: 'network-only' } as const;

async function readCsv(client: Client, filter: ResultsFilter): Promise<Read> {
  let text = '';
  const failure = await readPages(async (after) => {
    const result = await client.query(RESULTS_CSV, { filter, after }, FRESH).toPromise();
    const page = result.data?.postResults;
    text += page?.csv ?? '';
    return { end: page?.pageInfo, failure: failureOf(result) };
  });
  return { text, failure };
}

async function readJson(client: Client, filter: ResultsFilter): Promise<Read> {
  const rows: unknown[] = [];
  const failure = await readPages(async (after) => {
    const result = await client.query(RESULTS_JSON, { filter, after }, FRESH).toPromise();
    const page = result.data?.postResults;
    rows.push(...(page?.edges ?? []).map(({ node }) => node));
    return { end: page?.pageInfo, failure: failureOf(result) };
  });
  return { text: inJson(rows), failure };
}

/** Without the names of types that the cache asks for. */
const inJson = (rows: readonly unknown[]): string =>
  JSON.stringify(rows, (key, value) => (key === '__typename' ? undefined : value), 2);
