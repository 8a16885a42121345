import { t } from '@lingui/core/macro';
import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Dialog } from '../../parts/dialog.js';
import { Form } from '../../parts/form.js';
import { CREATE_USER } from './managed-users.operations.js';

/** Leads to the new user, where the link is made. */
export function AddUser({ onClose }: { onClose: () => void }) {
  const [, create] = useMutation(CREATE_USER);
  const navigate = useNavigate();
  return (
    <Dialog onClose={onClose} title={t`Add a client`}>
      <Form
        action={t`Add`}
        onSubmit={async ({ email = '', name = '' }) => {
          const result = await create({ input: { email, displayName: name || null } });
          const { user } = result.data?.createManagedUser ?? {};
          if (user) await navigate({ to: '/managed-users/$userId', params: { userId: user.id } });
          return failureOf(result);
        }}
      >
        <TextInput
          label={t`E-mail address`}
          description={t`Names the client. Nothing is sent to it.`}
          type="email"
          name="email"
          required
          withAsterisk={false}
          data-autofocus
        />
        <TextInput
          label={t`Name`}
          description={t`As the client sees it on the page of the link`}
          name="name"
          maxLength={200}
        />
      </Form>
    </Dialog>
  );
}
