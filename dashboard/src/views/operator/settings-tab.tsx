import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Stack, Text } from '@mantine/core';
import { useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { Loading } from '../../parts/loading.js';
import { SETTINGS } from './operator.operations.js';
import { Rows } from './rows.js';

/** The configuration of the process that responds. */
export function SettingsTab() {
  const [{ data, ...state }] = useQuery({ query: SETTINGS });
  const failure = failureOf(state);
  return (
    <Stack>
      <Text>
        <Trans>Of the process that responds, since its start. Secrets are masked.</Trans>
      </Text>
      {failure && <FailureNotice failure={failure} />}
      {!data && !failure && <Loading />}
      {data && (
        <Rows
          label={t`Settings in force`}
          none={t`No setting.`}
          head={[t`Name`, t`Value`, t({ message: 'From', context: 'setting' })]}
          rows={data.settings.map(({ name, value, source }) => ({ key: name, cells: [name, value, source] }))}
        />
      )}
    </Stack>
  );
}
