import { Trans } from '@lingui/react/macro';
import { Stack, Text, Title } from '@mantine/core';
import { memo } from 'react';
import type { Account } from '../parts/accounts.js';
import { Previews } from '../parts/previews/previews.js';
import classes from './composer.module.css';
import type { Draft } from './draft.js';
import type { Check } from './use-check.js';
import { useFileSources } from './use-file-sources.js';

interface PreviewOfDraftProps
  extends Pick<Check, 'previews' | 'issues' | 'isCurrent'>,
    Pick<Draft, 'files' | 'coverMs' | 'at'> {
  /** The chosen ones. */
  accounts: Account[];
}

/** The draft as each chosen account will show it. It is not rendered again for every key. */
export const PreviewOfDraft = memo((props: PreviewOfDraftProps) => {
  const { files, ...shown } = props;
  const sources = useFileSources(files);
  return (
    <Stack component="section" aria-labelledby="preview" gap="sm" className={classes.preview}>
      <Title order={2} size="h4" id="preview">
        <Trans>Preview</Trans>
      </Title>
      {shown.previews.length === 0 && (
        <Text size="sm" c="dimmed">
          <Trans>Choose an account and write something. The post is shown here as each platform will show it.</Trans>
        </Text>
      )}
      <Previews {...shown} files={sources} />
    </Stack>
  );
});
