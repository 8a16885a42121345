import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Dialog } from '../../parts/dialog.js';
import { Form } from '../../parts/form.js';
import { Panel } from '../../parts/panel.js';
import { showDone } from '../../parts/show-done.js';
import { Time } from '../../parts/time.js';
import { Code, CurrentPassword } from './fields.js';
import { RecoveryCodes } from './recovery-codes.js';
import { SetUpTwoFactor } from './set-up-two-factor.js';
import { DISABLE_TWO_FACTOR, NEW_RECOVERY_CODES, type TwoFactor } from './settings.operations.js';

interface TwoFactorProps {
  twoFactor: TwoFactor;
  onChanged: () => void;
}

const TITLES = {
  setUp: msg`Set up two-factor authentication`,
  codes: msg`New recovery codes`,
  turnOff: msg`Turn off two-factor authentication`,
};

/** A second proof at sign-in, beside the password. */
export function TwoFactorPanel({ twoFactor: { enabledAt, recoveryCodesLeft }, onChanged }: TwoFactorProps) {
  const [doing, setDoing] = useState<keyof typeof TITLES | null>(null);
  const close = () => setDoing(null);
  return (
    <Panel
      title={t`Two-factor authentication`}
      actions={
        <Badge variant="light" color={enabledAt ? 'green' : 'gray'} c="var(--mantine-color-text)">
          {enabledAt ? t`On` : t`Off`}
        </Badge>
      }
    >
      {enabledAt ? (
        <Text size="sm">
          <Trans>
            On since <Time at={enabledAt} />. {recoveryCodesLeft} of 10 recovery codes are left.
          </Trans>
        </Text>
      ) : (
        <Text size="sm" c="dimmed">
          <Trans>Besides the password, a sign-in then takes a code from an app on your phone.</Trans>
        </Text>
      )}
      <Group>
        {enabledAt ? (
          <>
            <Button variant="default" onClick={() => setDoing('codes')}>
              <Trans>New recovery codes</Trans>
            </Button>
            <Button variant="default" onClick={() => setDoing('turnOff')}>
              <Trans>Turn off</Trans>
            </Button>
          </>
        ) : (
          <Button onClick={() => setDoing('setUp')}>
            <Trans>Set up</Trans>
          </Button>
        )}
      </Group>
      {doing && (
        <Dialog
          onClose={close}
          title={t(TITLES[doing])}
          // What is shown once shall not be lost with a click beside it.
          closeOnClickOutside={false}
        >
          {doing === 'setUp' && <SetUpTwoFactor onChanged={onChanged} onDone={close} />}
          {doing === 'codes' && <NewCodes onChanged={onChanged} onDone={close} />}
          {doing === 'turnOff' && <TurnOff onChanged={onChanged} onDone={close} />}
        </Dialog>
      )}
    </Panel>
  );
}

interface StepProps {
  onChanged: () => void;
  onDone: () => void;
}

function NewCodes({ onChanged, onDone }: StepProps) {
  const [{ data }, regenerate] = useMutation(NEW_RECOVERY_CODES);
  const codes = data?.regenerateRecoveryCodes?.recoveryCodes;
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <Form
      action={t`Make new codes`}
      onSubmit={async ({ password = '', code = '' }) => {
        const failure = failureOf(await regenerate({ input: { password, code } }));
        if (!failure) onChanged();
        return failure;
      }}
    >
      <Text size="sm">
        <Trans>The codes you have stop working.</Trans>
      </Text>
      <CurrentPassword />
      <Code />
    </Form>
  );
}

function TurnOff({ onChanged, onDone }: StepProps) {
  const [, disable] = useMutation(DISABLE_TWO_FACTOR);
  return (
    <Form
      action={t`Turn it off`}
      danger
      onSubmit={async ({ password = '', code = '' }) => {
        const failure = failureOf(await disable({ input: { password, code } }));
        if (!failure) {
          showDone(t`Two-factor authentication is off`);
          onChanged();
          onDone();
        }
        return failure;
      }}
    >
      <Text size="sm">
        <Trans>From then on the password alone signs in.</Trans>
      </Text>
      <CurrentPassword />
      <Code />
    </Form>
  );
}
