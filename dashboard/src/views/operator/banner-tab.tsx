import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Select, Stack, Switch, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useRefetchingQuery } from '../../api/refetching-query.js';
import { FailureNotice, showFailure } from '../../parts/failure-notice.js';
import { Form } from '../../parts/form.js';
import { Panel } from '../../parts/panel.js';
import { showDone } from '../../parts/show-done.js';
import { Time } from '../../parts/time.js';
import { TimePicker } from '../../parts/time-picker.js';
import { BANNER, REMOVE_BANNER, SHOW_BANNER } from './operator.operations.js';

const HOUR_MS = 3_600_000;

/** What all users see on top of every page. */
export function BannerTab() {
  const [{ data, ...state }, refresh] = useRefetchingQuery({ query: BANNER, variables: {} });
  const [, show] = useMutation(SHOW_BANNER);
  const [, remove] = useMutation(REMOVE_BANNER);
  const [until, setUntil] = useState<string | null>(null);
  const failure = failureOf(state);
  const level = data?.banner?.level === 'warning' ? t`Warning` : t`Information`;
  const submit = async ({ text = '', level: chosen }: Record<string, string>) => {
    const result = await show({ text, level: chosen === 'warning' ? 'warning' : 'info', until });
    if (result.data) showDone(t`The banner is shown to all users`);
    refresh();
    return failureOf(result);
  };
  const removeIt = async () => {
    const refusal = failureOf(await remove({}));
    if (refusal) showFailure(refusal);
    else showDone(t`The banner is removed`);
    refresh();
  };
  return (
    <Stack>
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      <Panel title={t`Shown now`}>
        {data?.banner ? (
          <Stack align="flex-start">
            <Text style={{ overflowWrap: 'anywhere' }}>{data.banner.text}</Text>
            <Text size="sm" c="dimmed">
              {data.banner.until ? (
                <Trans>
                  {level}, until <Time at={data.banner.until} />
                </Trans>
              ) : (
                <Trans>{level}, until it is removed</Trans>
              )}
            </Text>
            <Button variant="default" onClick={removeIt}>
              <Trans>Remove</Trans>
            </Button>
          </Stack>
        ) : (
          <Text c="dimmed">
            <Trans>No banner.</Trans>
          </Text>
        )}
      </Panel>
      <Panel title={t`New banner`}>
        <Form action={t`Show to all users`} onSubmit={submit}>
          <Textarea name="text" label={t`Text`} required withAsterisk={false} maxLength={300} autosize minRows={2} />
          <Select
            name="level"
            label={t`Kind`}
            data={[
              { value: 'info', label: t`Information` },
              { value: 'warning', label: t`Warning` },
            ]}
            defaultValue="info"
            allowDeselect={false}
          />
          <Switch
            label={t`Ends by itself`}
            checked={until !== null}
            onChange={({ currentTarget }) =>
              setUntil(currentTarget.checked ? new Date(Date.now() + HOUR_MS).toISOString() : null)
            }
          />
          {until && <TimePicker label={t`Until`} at={until} onChange={setUntil} />}
        </Form>
      </Panel>
    </Stack>
  );
}
