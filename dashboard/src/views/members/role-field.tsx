import { t } from '@lingui/core/macro';
import { Radio, Stack } from '@mantine/core';
import { GIVEN_ROLES, ROLES } from '../../parts/roles.js';

/** Chooses a role in a form, as `role`. */
export const RoleField = ({ before }: { before: (typeof GIVEN_ROLES)[number] }) => (
  <Radio.Group label={t`Role`} name="role" defaultValue={before}>
    <Stack gap="xs" mt="xs">
      {GIVEN_ROLES.map((role) => (
        <Radio key={role} value={role} label={ROLES[role].label} description={ROLES[role].may} />
      ))}
    </Stack>
  </Radio.Group>
);
