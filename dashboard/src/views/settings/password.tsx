import { t } from '@lingui/core/macro';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Form } from '../../parts/form.js';
import { Panel } from '../../parts/panel.js';
import { PasswordField } from '../../parts/password-field.js';
import { showDone } from '../../parts/show-done.js';
import { Code, CurrentPassword } from './fields.js';
import { CHANGE_PASSWORD } from './settings.operations.js';

export function Password({ asksForCode, onChanged }: { asksForCode: boolean; onChanged: () => void }) {
  const [, changePassword] = useMutation(CHANGE_PASSWORD);
  return (
    <Panel title={t`Password`}>
      <Form
        action={t`Change password`}
        onSubmit={async ({ password: currentPassword = '', newPassword = '', code }) => {
          const failure = failureOf(await changePassword({ input: { currentPassword, newPassword, code } }));
          if (!failure) {
            showDone(t`Password changed. Your other sessions have ended.`);
            onChanged();
          }
          return failure;
        }}
      >
        <CurrentPassword label={t`Current password`} />
        <PasswordField
          label={t`New password`}
          description={t`12 characters or more, and not easy to guess. You are signed out everywhere else.`}
          name="newPassword"
          autoComplete="new-password"
          required
          withAsterisk={false}
          minLength={12}
          maxLength={256}
          maw="24rem"
        />
        {asksForCode && <Code />}
      </Form>
    </Panel>
  );
}
