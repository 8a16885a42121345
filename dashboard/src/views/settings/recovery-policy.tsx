import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { NumberInput, Radio, Stack, Text } from '@mantine/core';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useRefetchingQuery } from '../../api/refetching-query.js';
import { Form } from '../../parts/form.js';
import { oneOf } from '../../parts/one-of.js';
import { Panel } from '../../parts/panel.js';
import { showDone } from '../../parts/show-done.js';
import { useViewer } from '../../shell/viewer.js';
import { RECOVERY_POLICY, SET_RECOVERY_POLICY } from './settings.operations.js';

const MODES = [
  [
    'ASK',
    msg`Ask`,
    msg`The page of the accounts offers to publish them. Choose this if a program may have published them meanwhile.`,
  ],
  ['AUTOMATIC', msg`Publish them`, msg`They are published in the order of their original times, seconds apart.`],
  ['OFF', msg`Nothing`, msg`They stay failed, without a notification.`],
] as const;

/** What happens, after an account is connected again, to posts that failed because it had no access. */
export function RecoveryPolicy() {
  const { displayName, managed } = useViewer();
  const [{ data }, refresh] = useRefetchingQuery({ query: RECOVERY_POLICY });
  const [, set] = useMutation(SET_RECOVERY_POLICY);
  const policy = data?.viewer?.recoveryPolicy;
  if (!policy) return null;
  const submit = async ({ mode, hours }: Record<string, string>) => {
    const input = { mode: oneOf(['ASK', 'AUTOMATIC', 'OFF'] as const, mode) ?? policy.mode, hours: Number(hours) };
    const failure = failureOf(await set({ input }));
    if (!failure) {
      showDone(t`Saved`);
      refresh();
    }
    return failure;
  };
  return (
    <Panel title={t`After an account is connected again`}>
      <Text size="sm" c="dimmed">
        <Trans>Posts fail while an account has no access.</Trans>
        {managed && (
          <>
            {' '}
            <Trans>Until you save, {displayName} has the rules of the account that manages it.</Trans>
          </>
        )}
      </Text>
      <Form key={JSON.stringify(policy)} action={t`Save`} onSubmit={submit}>
        <Radio.Group label={t`Posts that failed without access`} name="mode" defaultValue={policy.mode}>
          <Stack gap="xs" mt="xs">
            {MODES.map(([value, label, about]) => (
              <Radio key={value} value={value} label={t(label)} description={t(about)} />
            ))}
          </Stack>
        </Radio.Group>
        <NumberInput
          label={t`Hours before it was connected again`}
          description={t`Posts that failed earlier stay failed. At most 168 hours, a week.`}
          name="hours"
          defaultValue={policy.hours}
          min={1}
          max={168}
          allowDecimal={false}
          styles={{ wrapper: { maxWidth: 200 } }}
        />
      </Form>
    </Panel>
  );
}
