import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Confirm } from '../../parts/confirm.js';
import { showFailure } from '../../parts/failure-notice.js';
import { PageLink } from '../../parts/link.js';
import { Panel } from '../../parts/panel.js';
import { useViewer } from '../../shell/viewer.js';
import { type Member, REQUIRE_TWO_FACTOR } from './members.operations.js';

interface RequireTwoFactorProps {
  members: Member[];
  self: Member | undefined;
}

/** Whether members need a code besides their password. */
export function RequireTwoFactor({ members, self }: RequireTwoFactorProps) {
  const { twoFactorRequired } = useViewer();
  const [{ fetching }, require] = useMutation(REQUIRE_TWO_FACTOR);
  const [asking, setAsking] = useState(false);
  const without = members.filter(({ twoFactorEnabled }) => twoFactorEnabled === false).length;
  const isStopped = !twoFactorRequired && !self?.twoFactorEnabled;
  const change = async (required: boolean) => {
    const failure = failureOf(await require({ input: { required } }));
    if (failure) showFailure(failure);
  };
  return (
    <Panel title={t`Sign-in of members`}>
      <Switch
        label={t`Require two-factor authentication`}
        description={t`Members sign in with a code from an app besides the password.`}
        checked={twoFactorRequired}
        disabled={fetching || isStopped}
        onChange={({ currentTarget: { checked } }) => (checked && without > 0 ? setAsking(true) : void change(checked))}
      />
      {isStopped && (
        <Text size="sm" c="dimmed">
          <Trans>
            Set up your own first, in the{' '}
            <PageLink to="/settings" underline="always" inherit>
              settings
            </PageLink>
            .
          </Trans>
        </Text>
      )}
      {asking && (
        <Confirm
          title={t`Require two-factor authentication`}
          action={t`Require it`}
          onConfirm={() => void change(true)}
          onClose={() => setAsking(false)}
        >
          {plural(without, {
            one: '# member without it can do nothing in this account, nor in its clients, until it is set up. Their scheduled posts go out.',
            other:
              '# members without it can do nothing in this account, nor in its clients, until it is set up. Their scheduled posts go out.',
          })}
        </Confirm>
      )}
    </Panel>
  );
}
