import { TextInput } from '@mantine/core';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useRefetchingQuery } from '../../api/refetching-query.js';
import { Form } from '../../parts/form.js';
import { Panel } from '../../parts/panel.js';
import { showDone } from '../../parts/show-done.js';
import { CHANGE_PERSON_NAME, OWN_NAME } from './settings.operations.js';

/** The name of the person who is signed in, which other members read. */
export function PersonName({ memberId }: { memberId: string }) {
  const [{ data }, refresh] = useRefetchingQuery({ query: OWN_NAME, variables: { memberId } });
  const [, changeName] = useMutation(CHANGE_PERSON_NAME);
  // In a client, a member of the account that manages it is none of its members: the name is not known.
  const name = data?.node?.__typename === 'Member' ? data.node.name : '';
  return (
    <Panel title="Your name">
      <Form
        key={name}
        action="Change your name"
        onSubmit={async ({ personName = '' }) => {
          const failure = failureOf(await changeName({ input: { name: personName } }));
          if (!failure) showDone('Your name was changed');
          refresh();
          return failure;
        }}
      >
        <TextInput
          label="Your name"
          description="Other members see it, and it is beside your approvals."
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
