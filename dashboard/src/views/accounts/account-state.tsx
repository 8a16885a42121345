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

const CONNECTED = { label: 'Connected', color: 'green', icon: CheckIcon };

/** Whether posts can go to an account, until when, and what its owner must do to keep the access. */
function stateOf(account: Account): State {
  const { tokenStatus, tokenExpiresIn, accessTokenExpiresAt: end, renewsAutomatically, revokedAt } = account;
  const at = end && <Time at={end} />;
  if (tokenStatus === 'NOT_EXPIRING') return { ...CONNECTED, inWords: 'Its access does not expire.' };
  if (tokenStatus === 'EXPIRED') {
    if (renewsAutomatically) {
      return {
        label: 'Renewing',
        color: 'orange',
        icon: ClockIcon,
        inWords: <>Its access ended {at} and is renewed.</>,
      };
    }
    const since = revokedAt ? <Time at={revokedAt} /> : at;
    const cause = revokedAt
      ? `${account.platform ? platformName(account.platform) : 'The platform'} refused its access`
      : 'Its access ended';
    return {
      label: 'No access',
      color: 'red',
      icon: AlertIcon,
      inWords: (
        <>
          {cause}, {since}. Posts to it fail until you connect it again.
        </>
      ),
    };
  }
  if (renewsAutomatically) return { ...CONNECTED, inWords: <>Its access renews itself, next before {at}.</> };
  if (tokenStatus === 'VALID')
    return {
      ...CONNECTED,
      inWords: (
        <>
          Its access ends in {tokenExpiresIn}, {at}.
        </>
      ),
    };
  return {
    label: 'Ends soon',
    color: 'orange',
    icon: ClockIcon,
    inWords: (
      <>
        Its access ends in {tokenExpiresIn}, {at}. Connect it again before that.
      </>
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
              Last published <Time at={lastPublishedAt} />.
            </>
          )}
        </Text>
        {lastError && (
          <Text size="xs" c="var(--mantine-color-error)" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
            The last post to it failed, <Time at={lastError.occurredAt} />: {lastError.message}
          </Text>
        )}
      </div>
    </>
  );
}
