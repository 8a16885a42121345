import { Radio, Stack, Text } from '@mantine/core';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { Form } from '../../parts/form.js';
import { oneOf } from '../../parts/one-of.js';
import { Panel } from '../../parts/panel.js';
import { showDone } from '../../parts/show-done.js';
import { type ApprovalPolicy as Policy, useApproving } from '../../shell/approvals.js';
import { useViewer } from '../../shell/viewer.js';
import { SET_APPROVAL_POLICY } from './settings.operations.js';

/** In the order in which they are shown, with label and explanation. */
const NEEDED_FOR = [
  ['CONTRIBUTORS', 'Contributors', 'Editors, admins and the owner schedule without asking.'],
  ['EVERYBODY', 'Everybody', 'All people of the account, also the owner. What is scheduled stays as it was approved.'],
  ['NOBODY', 'Nobody', 'Contributors write drafts, which others schedule. Nobody can ask for approval.'],
] as const satisfies [Policy['neededFor'], string, string][];
const APPROVERS = [
  ['EDITORS', 'Editors, admins and the owner'],
  ['ADMINS', 'Admins and the owner'],
] as const satisfies [Policy['approvers'], string][];

/** How posts of the account are approved. */
export function ApprovalPolicy() {
  const { policy } = useApproving();
  const { displayName, managed } = useViewer();
  const [, set] = useMutation(SET_APPROVAL_POLICY);
  if (!policy) return null;
  const submit = async ({ neededFor, approvers, approvals }: Record<string, string>) => {
    const input = {
      neededFor: oneOf(['NOBODY', 'CONTRIBUTORS', 'EVERYBODY'] as const, neededFor) ?? policy.neededFor,
      approvers: oneOf(['EDITORS', 'ADMINS'] as const, approvers) ?? policy.approvers,
      approvals: Number(approvals),
    };
    const failure = failureOf(await set({ input }));
    if (!failure) showDone('Saved');
    return failure;
  };
  return (
    <Panel title="Approvals">
      <Text size="sm" c="dimmed">
        An approved post is scheduled as it was approved. A change ends the request.
        {managed && ` Until you save, ${displayName} has the rules of the account that manages it.`}
      </Text>
      {/* Another policy is another form: its fields begin with it. */}
      <Form key={JSON.stringify(policy)} action="Save" onSubmit={submit}>
        <Radio.Group label="Whose posts need an approval" name="neededFor" defaultValue={policy.neededFor}>
          <Stack gap="xs" mt="xs">
            {NEEDED_FOR.map(([value, label, about]) => (
              <Radio key={value} value={value} label={label} description={about} />
            ))}
          </Stack>
        </Radio.Group>
        <Radio.Group label="Who approves" name="approvers" defaultValue={policy.approvers}>
          <Stack gap="xs" mt="xs">
            {APPROVERS.map(([value, label]) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </Stack>
        </Radio.Group>
        <Radio.Group
          label="How many people approve a post"
          description="Nobody approves what they asked for."
          name="approvals"
          defaultValue={String(policy.approvals)}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="1" label="One person" />
            <Radio value="2" label="Two people" />
          </Stack>
        </Radio.Group>
      </Form>
    </Panel>
  );
}
