import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useMutation } from 'urql';
import { type Failure, failureOf } from '../../api/failure.js';
import { Form } from '../../parts/form.js';
import { showDone } from '../../parts/show-done.js';
import { CONNECT_ACCOUNT, type Connectable } from './accounts.operations.js';
import { ConnectFields, toCredentials } from './connect-fields.js';

interface CredentialsFormProps {
  connectable: Connectable;
  onConnected: (platformId: string) => void;
}

/** Connects an account with what its owner enters. */
export function CredentialsForm({ connectable: { platform, fields }, onConnected }: CredentialsFormProps) {
  const [, connectAccount] = useMutation(CONNECT_ACCOUNT);
  const [failure, setFailure] = useState<Failure | null>(null);
  const submit = async (values: Record<string, string>) => {
    const result = await connectAccount({ input: { platform, fields: toCredentials(fields, values) } });
    const refusal = failureOf(result);
    setFailure(refusal);
    if (result.data?.connectAccount) {
      showDone(t`@${result.data.connectAccount.account.username} connected`);
      onConnected(result.data.connectAccount.account.platformId);
    }
    return refusal;
  };
  return (
    <Form action={t`Connect`} onSubmit={submit}>
      <ConnectFields fields={fields} failure={failure} />
    </Form>
  );
}
