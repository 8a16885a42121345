import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Stack, Text } from '@mantine/core';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { CopyField } from '../../parts/copy-field.js';
import { Form } from '../../parts/form.js';
import { Time } from '../../parts/time.js';
import { Code, CurrentPassword } from './fields.js';
import { RecoveryCodes } from './recovery-codes.js';
import { BEGIN_TWO_FACTOR, CONFIRM_TWO_FACTOR, type Enrollment } from './settings.operations.js';

const QR_CODE_PX = 200;

interface SetUpProps {
  onChanged: () => void;
  onDone: () => void;
}

/** Password, then the app’s first code, then the recovery codes. */
export function SetUpTwoFactor({ onChanged, onDone }: SetUpProps) {
  const [, begin] = useMutation(BEGIN_TWO_FACTOR);
  const [enrollment, setEnrollment] = useState<Enrollment | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (enrollment) {
    return (
      <Confirm
        enrollment={enrollment}
        onConfirmed={(recoveryCodes) => {
          setCodes(recoveryCodes);
          onChanged();
        }}
      />
    );
  }
  return (
    <Form
      key="begin"
      action={t`Continue`}
      onSubmit={async ({ password = '' }) => {
        const result = await begin({ input: { password } });
        setEnrollment(result.data?.beginTwoFactor ?? null);
        return failureOf(result);
      }}
    >
      <CurrentPassword />
    </Form>
  );
}

interface ConfirmProps {
  enrollment: Enrollment;
  onConfirmed: (recoveryCodes: string[]) => void;
}

function Confirm({ enrollment: { secret, uri, expiresAt }, onConfirmed }: ConfirmProps) {
  const [, confirm] = useMutation(CONFIRM_TWO_FACTOR);
  return (
    <Stack>
      <Text size="sm">
        <Trans>
          Scan this with an authenticator app, enter the secret there, or{' '}
          <Anchor href={uri} underline="always" inherit>
            open the app on this device
          </Anchor>
          . The set-up ends <Time at={expiresAt} />.
        </Trans>
      </Text>
      {/* Dark on light in both themes: some apps cannot read it otherwise. */}
      <QRCodeSVG value={uri} title={t`QR code of the secret`} size={QR_CODE_PX} marginSize={4} />
      <CopyField label={t`Secret`} value={secret} />
      <Form
        key="confirm"
        action={t`Turn it on`}
        onSubmit={async ({ code = '' }) => {
          const result = await confirm({ input: { code } });
          const { recoveryCodes } = result.data?.confirmTwoFactor ?? {};
          if (recoveryCodes) onConfirmed(recoveryCodes);
          return failureOf(result);
        }}
      >
        <Code description={t`The six digits that the app shows now`} />
      </Form>
    </Stack>
  );
}
