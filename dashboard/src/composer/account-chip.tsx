import { t } from '@lingui/core/macro';
import { Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { memo } from 'react';
import { AccountAvatar } from '../parts/account-avatar.js';
import type { Account } from '../parts/accounts.js';
import { platformName } from '../parts/platform.js';
import classes from './accounts.module.css';

interface AccountChipProps {
  account: Account;
  isChosen: boolean;
  /** Whether the Tab key reaches it; the others are reached by arrow keys. */
  isStop: boolean;
  onToggle: (account: Account) => void;
  onFocus: (account: Account) => void;
}

/** An account, on or off. */
export const AccountChip = memo(function AccountChip({
  account,
  isChosen,
  isStop,
  onToggle,
  onFocus,
}: AccountChipProps) {
  const { platform, username } = account;
  const reason = whyNot(account);
  return (
    <UnstyledButton
      className={classes.chip}
      aria-pressed={isChosen}
      title={reason ?? nameOf(account)}
      disabled={reason !== null && !isChosen}
      data-refused={reason !== null || undefined}
      tabIndex={isStop ? 0 : -1}
      onClick={() => onToggle(account)}
      onFocus={() => onFocus(account)}
    >
      <AccountAvatar account={account} size={24} />
      <Text span className={classes.chipName}>
        <VisuallyHidden>{platformName(platform ?? '')} </VisuallyHidden>
        <bdi>@{username}</bdi>
      </Text>
    </UnstyledButton>
  );
});

export const nameOf = ({ platform, username }: Pick<Account, 'platform' | 'username'>): string =>
  `${platformName(platform ?? '')} @${username}`;

/** Why nothing can be posted to it; null if it can. */
export function whyNot({ platform, revokedAt, tokenStatus }: Account): string | null {
  if (platform === null) return t`This platform is no longer supported.`;
  if (revokedAt) return t`The platform refused its access: connect it again.`;
  return tokenStatus === 'EXPIRED' ? t`Its access has expired: connect it again.` : null;
}
