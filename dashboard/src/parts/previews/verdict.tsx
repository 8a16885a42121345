import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { AlertFillIcon, CheckCircleFillIcon } from '@primer/octicons-react';
import type { PreviewIssue } from './preview.types.js';
import classes from './previews.module.css';

/** Whether the platform accepts the post, and if not, why; unless the post has changed since it was checked. */
export function Verdict({ issues, isCurrent }: { issues: readonly PreviewIssue[]; isCurrent: boolean }) {
  const errors = issues.filter(({ severity }) => severity === 'ERROR');
  const isAccepted = errors.length === 0;
  return (
    <div className={classes.verdict}>
      {!isCurrent ? (
        <Text size="sm" c="dimmed">
          <Trans>Checking…</Trans>
        </Text>
      ) : isAccepted ? (
        <Text size="sm" className={classes.accepted}>
          <Trans>
            <CheckCircleFillIcon size={14} /> Goes through
          </Trans>
        </Text>
      ) : (
        errors.map(({ message }) => (
          <Text key={message} size="sm" c="var(--mantine-color-error)">
            <AlertFillIcon size={14} aria-label={t`Problem`} /> {message.charAt(0).toUpperCase() + message.slice(1)}
          </Text>
        ))
      )}
    </div>
  );
}

export const isRefused = (issues: readonly PreviewIssue[]): boolean =>
  issues.some(({ severity }) => severity === 'ERROR');
