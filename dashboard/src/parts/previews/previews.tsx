import { t } from '@lingui/core/macro';
import { Tabs, VisuallyHidden } from '@mantine/core';
import { AlertFillIcon, CheckCircleFillIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { AccountAvatar } from '../account-avatar.js';
import type { Account } from '../accounts.js';
import { platformName } from '../platform.js';
import { PlatformPreview } from './platform-preview.js';
import { issuesOf, type LocalFile, type Preview, type PreviewIssue, previewOf, shownFiles } from './preview.types.js';
import classes from './previews.module.css';
import { isRefused } from './verdict.js';

interface PreviewsProps {
  previews: readonly Preview[];
  issues: readonly PreviewIssue[];
  /** Whether they are of the post as it is now; else the next ones are awaited. */
  isCurrent: boolean;
  /** The targets of the post. */
  accounts: readonly Account[];
  files: readonly LocalFile[];
  /** The frame that is the cover of a video, in milliseconds; null: the platform chooses. */
  coverMs: number | null;
  /** When the post goes out; null: now. */
  at: string | null;
}

/** A post as each account will show it: one tab per account, the first with a problem marked in its tab. */
export function Previews({ previews, issues, isCurrent, accounts, files, coverMs, at }: PreviewsProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = accounts.flatMap((account) => {
    const preview = previewOf(previews, account);
    return preview ? [{ account, preview, issues: issuesOf(issues, account) }] : [];
  });
  const current = shown.find(({ account }) => account.platformId === chosen) ?? shown[0];
  if (!current) return null;
  const { account, preview } = current;
  return (
    <Tabs value={account.platformId} onChange={setChosen} variant="none" className={classes.tabs}>
      <Tabs.List className={classes.tabList} aria-label={t`Accounts`}>
        {shown.map(({ account, issues }) => (
          <Tabs.Tab
            key={account.platformId}
            value={account.platformId}
            className={classes.tab}
            title={tabName(account)}
          >
            <VisuallyHidden>
              {tabName(account)}: {isRefused(issues) ? t`has a problem` : t`goes through`}
            </VisuallyHidden>
            <AccountAvatar account={account} size={36} />
            <span className={classes.mark} data-refused={isRefused(issues) || undefined}>
              {isRefused(issues) ? <AlertFillIcon size={12} /> : <CheckCircleFillIcon size={12} />}
            </span>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {shown.map(({ account: { platformId }, issues }) => (
        <Tabs.Panel key={platformId} value={platformId}>
          {platformId === account.platformId && (
            <>
              <p className={classes.of}>{tabName(account)}</p>
              <PlatformPreview
                post={{ account, preview, files: shownFiles(files, preview), coverMs, at }}
                issues={issues}
                isCurrent={isCurrent}
              />
            </>
          )}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

const tabName = ({ platform, username }: Account): string => `${platformName(platform ?? '')} @${username}`;
