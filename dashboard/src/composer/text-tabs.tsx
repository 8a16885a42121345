import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { memo } from 'react';
import { AccountAvatar } from '../parts/account-avatar.js';
import type { Account } from '../parts/accounts.js';
import { platformName } from '../parts/platform.js';
import { nameOf } from './account-chip.js';
import accountClasses from './accounts.module.css';
import { moveFocus } from './roving.js';
import classes from './text.module.css';

/** The element below the tabs. */
export const TEXT_PANEL = 'composer-text';

interface TextTabsProps {
  accounts: Account[];
  /** Platform ids of accounts with a custom text. */
  own: string[];
  /** A platform id; null: all accounts. */
  active: string | null;
  onOpen: (platformId: string | null) => void;
}

/** Which text is written: that of all accounts, or that of one. */
export const TextTabs = memo(function TextTabs({ accounts, own, active, onOpen }: TextTabsProps) {
  if (accounts.length < 2) return null;
  const tab = (platformId: string | null) => ({
    role: 'tab',
    'aria-selected': platformId === active,
    'aria-controls': TEXT_PANEL,
    tabIndex: platformId === active ? 0 : -1,
    className: classes.tab,
    onClick: () => onOpen(platformId),
  });
  return (
    <div role="tablist" aria-label={t`Text for`} className={classes.tabs} onKeyDown={moveFocus}>
      <UnstyledButton {...tab(null)}>
        <Trans>All</Trans>
      </UnstyledButton>
      {accounts.map((account) => {
        const { platform, platformId, username } = account;
        const isCustom = own.includes(platformId);
        return (
          <UnstyledButton
            key={platformId}
            {...tab(platformId)}
            title={nameOf(account)}
            data-custom={isCustom || undefined}
          >
            <AccountAvatar account={account} size={20} />
            <VisuallyHidden>{platformName(platform ?? '')} </VisuallyHidden>
            {platformId === active ? (
              <span className={accountClasses.chipName}>@{username}</span>
            ) : (
              <VisuallyHidden>@{username}</VisuallyHidden>
            )}
            {isCustom && (
              <VisuallyHidden>
                , <Trans>custom text</Trans>
              </VisuallyHidden>
            )}
          </UnstyledButton>
        );
      })}
    </div>
  );
});
