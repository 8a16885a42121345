import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Confirm } from '../../parts/confirm.js';
import { showFailure } from '../../parts/failure-notice.js';
import { showDone } from '../../parts/show-done.js';
import { type Account, DISCONNECT_ACCOUNT, SCHEDULED_TO } from './accounts.operations.js';

interface DisconnectProps {
  account: Account;
  onDone: () => void;
  onClose: () => void;
}

/** Asks before an account is disconnected, and says what happens to its posts. */
export function Disconnect({ account: { platformId, username }, onDone, onClose }: DisconnectProps) {
  const [{ data }] = useQuery({
    query: SCHEDULED_TO,
    variables: { filter: { platformIds: [platformId] } },
    requestPolicy: 'network-only',
  });
  const [, disconnectAccount] = useMutation(DISCONNECT_ACCOUNT);
  const scheduled = data?.postGroupCounts?.find(({ status }) => status === 'SCHEDULED')?.count;
  const disconnect = async () => {
    const failure = failureOf(await disconnectAccount({ input: { platformId } }));
    if (failure) return showFailure(failure);
    showDone(t`@${username} disconnected`);
    onDone();
  };
  return (
    <Confirm title={t`Disconnect @${username}`} action={t`Disconnect`} onConfirm={disconnect} onClose={onClose}>
      <Trans>Its credentials are deleted here; nothing changes on the platform, and your posts stay.</Trans>{' '}
      {scheduled === undefined
        ? t`Posts that are scheduled to it will fail, unless you connect the account again by then.`
        : scheduled === 0
          ? t`No post is scheduled to it. One that you schedule before will fail, unless you connect the account again by then.`
          : plural(scheduled, {
              one: '# scheduled post to it will fail, unless you connect the account again by then.',
              other: '# scheduled posts to it will fail, unless you connect the account again by then.',
            })}
    </Confirm>
  );
}
