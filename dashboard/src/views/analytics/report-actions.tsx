import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { PageLink } from '../../parts/link.js';
import { useMay } from '../../parts/may.js';
import { useIsNotified } from '../../shell/notifications.js';
import classes from './analytics.module.css';
import { ResultsFile } from './results-file.js';
import type { ResultsFilter } from './results-file.operations.js';
import { ShareReport } from './share-report.js';

/** What can be done with the shown report: get it by e-mail, save it, print it, and share it. */
export function ReportActions({ filter }: { filter: ResultsFilter }) {
  const mayShare = useMay('PUBLISH');
  const isNotified = useIsNotified();
  const [isSharing, setSharing] = useState(false);
  return (
    <>
      {isNotified && (
        <PageLink to="/settings/notifications" size="sm" className={classes.filters}>
          <Trans>By e-mail</Trans>
        </PageLink>
      )}
      <ResultsFile filter={filter} />
      <Button size="xs" variant="default" className={classes.filters} onClick={() => window.print()}>
        <Trans>Print</Trans>
      </Button>
      {mayShare && (
        <Button size="xs" variant="default" className={classes.filters} onClick={() => setSharing(true)}>
          <Trans>Share</Trans>
        </Button>
      )}
      {isSharing && <ShareReport filter={filter} onClose={() => setSharing(false)} />}
    </>
  );
}
