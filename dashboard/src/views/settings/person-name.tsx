import { t } from '@lingui/core/macro';
import { TextInput } from '@mantine/core';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useRefetchingQuery } from '../../api/refetching-query.js';
import { Form } from '../../parts/form.js';
import { Panel } from '../../parts/panel.js';
import { showDone } from '../../parts/show-done.js';
import { CHANGE_PERSON_NAME, OWN_NAME } from './settings.operations.js';

/** The name of the person who is signed in, which other members read. */
export function PersonName() {
  const [{ data }, refresh] = useRefetchingQuery({ query: OWN_NAME, variables: {} });
  const [, changeName] = useMutation(CHANGE_PERSON_NAME);
  const name = data?.viewer?.person?.name ?? '';
  return (
    <Panel title={t`Your name`}>
      <Form
        key={name}
        action={t`Change your name`}
        onSubmit={async ({ personName = '' }) => {
          const failure = failureOf(await changeName({ input: { name: personName } }));
          if (!failure) showDone(t`Your name was changed`);
          refresh();
          return failure;
        }}
      >
        <TextInput
          label={t`Your name`}
          description={t`Other members see it, and it is beside your approvals.`}
          name="personName"
          autoComplete="name"
          maxLength={200}
          maw="24rem"
          required
          withAsterisk={false}
          defaultValue={name}
        />
      </Form>
    </Panel>
  );
}
