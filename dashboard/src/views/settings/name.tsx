import { t } from '@lingui/core/macro';
import { TextInput } from '@mantine/core';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Form } from '../../parts/form.js';
import { Panel } from '../../parts/panel.js';
import { showDone } from '../../parts/show-done.js';
import { useViewer } from '../../shell/viewer.js';
import { CHANGE_NAME } from './settings.operations.js';

export function Name() {
  const { displayName } = useViewer();
  const [, changeName] = useMutation(CHANGE_NAME);
  return (
    <Panel title={t`Name`}>
      <Form
        action={t`Change name`}
        onSubmit={async ({ name = '' }) => {
          const failure = failureOf(await changeName({ input: { displayName: name } }));
          if (!failure) showDone(t`Name changed`);
          return failure;
        }}
      >
        <TextInput
          label={t`Display name`}
          description={t`Shown to people. Without one, it is your e-mail address.`}
          name="name"
          autoComplete="name"
          maxLength={200}
          maw="24rem"
          key={displayName}
          defaultValue={displayName}
        />
      </Form>
    </Panel>
  );
}
