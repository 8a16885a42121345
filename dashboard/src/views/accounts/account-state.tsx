import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { AlertIcon, CheckIcon, ClockIcon, type Icon } from '@primer/octicons-react';
import type { ReactNode } from 'react';
import { platformName } from '../../parts/platform.js';
import { Time } from '../../parts/time.js';
import classes from './accounts.module.css';
import type { Account } from './accounts.operations.js';

interface State {
  label: string;
  color: string;
  icon: Icon;
  inWords: ReactNode;
}

const CONNECTED = {
  get label() {
    return t`Connected`;
  },
  color: 'green',
  icon: CheckIcon,
};

/** Whether posts can go to an account, until when, and what its owner must do to keep the access. */
function stateOf(account: Account): State {
  const { tokenStatus, tokenExpiresIn, accessTokenExpiresAt: end, renewsAutomatically, revokedAt } = account;
  const at = end && <Time at={end} />;
  if (tokenStatus === 'NOT_EXPIRING') return { ...CONNECTED, inWords: t`Its access does not expire.` };
  if (tokenStatus === 'EXPIRED') {
    if (renewsAutomatically) {
      return {
        label: t`Renewing`,
        color: 'orange',
        icon: ClockIcon,
        inWords: <Trans>Its access ended {at} and is renewed.</Trans>,
      };
    }
    const refusedAt = revokedAt && <Time at={revokedAt} />;
    const platform = account.platform && platformName(account.platform);
    return {
      label: t`No access`,
      color: 'red',
      icon: AlertIcon,
      inWords: !refusedAt ? (
        <Trans>Its access ended, {at}. Posts to it fail until you connect it again.</Trans>
      ) : platform ? (
        <Trans>
          {platform} refused its access, {refusedAt}. Posts to it fail until you connect it again.
        </Trans>
      ) : (
        <Trans>The platform refused its access, {refusedAt}. Posts to it fail until you connect it again.</Trans>
      ),
    };
  }
  if (renewsAutomatically)
    return {
      ...CONNECTED,
      inWords: <Trans>Its access renews itself, next before {at}.</Trans>,
    };
  if (tokenStatus === 'VALID')
    return {
      ...CONNECTED,
      inWords: (
        <Trans>
          Its access ends in {tokenExpiresIn}, {at}.
        </Trans>
      ),
    };
  return {
    label: t`Ends soon`,
    color: 'orange',
    icon: ClockIcon,
    inWords: (
      <Trans>
        Its access ends in {tokenExpiresIn}, {at}. Connect it again before that.
      </Trans>
    ),
  };
}

/** The state in a word and a sentence, and the outcome of the last post. */
export function AccountState({ account }: { account: Account }) {
  const { lastError, lastPublishedAt } = account;
  const { label, color, icon: Icon, inWords } = stateOf(account);
  const isQuiet = label === CONNECTED.label;
  return (
    <>
      <Text span c={`var(--mantine-color-${color}-text)`} className={classes.sign} aria-hidden>
        <Icon size={14} />
      </Text>
      <div>
        <Text size="sm">{label}</Text>
        <Text size="xs" c="dimmed">
          {inWords}
          {lastPublishedAt && isQuiet && (
            <>
              {' '}
              <Trans>
                Last published <Time at={lastPublishedAt} />.
              </Trans>
            </>
          )}
        </Text>
        {lastError && (
          <Text size="xs" c="var(--mantine-color-error)" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
            <Trans>
              The last post to it failed, <Time at={lastError.occurredAt} />: {lastError.message}
            </Trans>
          </Text>
        )}
      </div>
    </>
  );
}
