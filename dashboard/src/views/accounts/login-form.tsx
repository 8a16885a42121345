import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { type Failure, failureOf } from '../../api/failure.js';
import { Form } from '../../parts/form.js';
import { platformName } from '../../parts/platform.js';
import { type Connectable, CREATE_LOGIN_URL } from './accounts.operations.js';
import { ConnectFields, toCredentials } from './connect-fields.js';

interface LoginFormProps {
  connectable: Connectable;
  /** A path of the dashboard. */
  returnTo: string;
}

/** Leaves for the login at the platform, which leads back to this page. */
export function LoginForm({ connectable: { platform, login }, returnTo: path }: LoginFormProps) {
  const [, createLoginUrl] = useMutation(CREATE_LOGIN_URL);
  const [failure, setFailure] = useState<Failure | null>(null);
  const fields = login?.fields ?? [];
  const submit = async (values: Record<string, string>) => {
    const returnTo = new URL(path, location.origin).href;
    const result = await createLoginUrl({ input: { platform, fields: toCredentials(fields, values), returnTo } });
    const refusal = failureOf(result);
    setFailure(refusal);
    if (result.data?.createLoginUrl) location.assign(result.data.createLoginUrl.url);
    return refusal;
  };
  return (
    <Form action={t`Log in at ${platformName(platform)}`} onSubmit={submit}>
      <ConnectFields fields={fields} failure={failure} />
      <Text size="sm">
        <Trans>
          You leave this page for the platform, allow this service to post there, and come back. Your password stays
          between you and the platform.
        </Trans>
      </Text>
    </Form>
  );
}
