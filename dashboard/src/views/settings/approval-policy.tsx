import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
  ['CONTRIBUTORS', msg`Contributors`, msg`Editors, admins and the owner schedule without asking.`],
  [
    'EVERYBODY',
    msg`Everybody`,
    msg`All people of the account, also the owner. What is scheduled stays as it was approved.`,
  ],
  ['NOBODY', msg`Nobody`, msg`Contributors write drafts, which others schedule. Nobody can ask for approval.`],
] as const satisfies [Policy['neededFor'], MessageDescriptor, MessageDescriptor][];
const APPROVERS = [
  ['EDITORS', msg`Editors, admins and the owner`],
  ['ADMINS', msg`Admins and the owner`],
] as const satisfies [Policy['approvers'], MessageDescriptor][];

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
    if (!failure) showDone(t`Saved`);
    return failure;
  };
  return (
    <Panel title={t`Approvals`}>
      <Text size="sm" c="dimmed">
        <Trans>An approved post is scheduled as it was approved. A change ends the request.</Trans>
        {managed && (
          <>
            {' '}
            <Trans>Until you save, {displayName} has the rules of the account that manages it.</Trans>
          </>
        )}
      </Text>
      {/* Another policy is another form: its fields begin with it. */}
      <Form key={JSON.stringify(policy)} action={t`Save`} onSubmit={submit}>
        <Radio.Group label={t`Whose posts need an approval`} name="neededFor" defaultValue={policy.neededFor}>
          <Stack gap="xs" mt="xs">
            {NEEDED_FOR.map(([value, label, about]) => (
              <Radio key={value} value={value} label={t(label)} description={t(about)} />
            ))}
          </Stack>
        </Radio.Group>
        <Radio.Group label={t`Who approves`} name="approvers" defaultValue={policy.approvers}>
          <Stack gap="xs" mt="xs">
            {APPROVERS.map(([value, label]) => (
              <Radio key={value} value={value} label={t(label)} />
            ))}
          </Stack>
        </Radio.Group>
        <Radio.Group
          label={t`How many people approve a post`}
          description={t`Nobody approves what they asked for.`}
          name="approvals"
          defaultValue={String(policy.approvals)}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="1" label={t`One person`} />
            <Radio value="2" label={t`Two people`} />
          </Stack>
        </Radio.Group>
      </Form>
    </Panel>
  );
}
