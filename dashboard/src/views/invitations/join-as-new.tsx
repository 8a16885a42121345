import { t } from '@lingui/core/macro';
import { TextInput } from '@mantine/core';
import { Form } from '../../parts/form.js';
import { PasswordField } from '../../parts/password-field.js';
import { placeOf, type Received } from './invitations.operations.js';
import { useAccept } from './use-accept.js';

interface JoinAsNewProps {
  token: string;
  invitation: Received;
  /** The invitation may not be what it was. */
  onRefused: () => void;
}

/** Name and password of a person without a login. The link has shown that the address is theirs. */
export function JoinAsNew({ token, invitation, onRefused }: JoinAsNewProps) {
  const { accept } = useAccept(token, invitation);
  return (
    <Form
      action={t`Join ${placeOf(invitation)}`}
      onSubmit={async ({ name = '', password = '' }) => {
        const refusal = await accept({ name: name.trim() || invitation.email, password });
        if (refusal?.code === 'INVITATION_NEEDS_SIGN_IN' || refusal?.code === 'INVITATION_INVALID') onRefused();
        return refusal;
      }}
    >
      <TextInput
        label={t`E-mail address`}
        type="email"
        name="email"
        autoComplete="username"
        value={invitation.email}
        readOnly
      />
      <TextInput
        label={t`Your name`}
        description={t`Other members see it`}
        name="name"
        autoComplete="name"
        required
        withAsterisk={false}
        maxLength={200}
      />
      <PasswordField
        label={t`Password`}
        description={t`12 characters or more, and not easy to guess`}
        name="password"
        autoComplete="new-password"
        required
        withAsterisk={false}
        minLength={12}
        maxLength={256}
      />
    </Form>
  );
}
