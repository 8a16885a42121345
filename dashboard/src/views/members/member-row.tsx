import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Avatar, Badge, Select, Text } from '@mantine/core';
import { FilterIcon, ShieldLockIcon, XIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useMutation } from 'urql';
import { failureOf } from '../../api/failure.js';
import { showFailure } from '../../parts/failure-notice.js';
import { initialsOf } from '../../parts/initials.js';
import { useMay } from '../../parts/may.js';
import { oneOf } from '../../parts/one-of.js';
import { GIVEN_ROLES, ROLES } from '../../parts/roles.js';
import { showDone } from '../../parts/show-done.js';
import { Time } from '../../parts/time.js';
import { useViewer } from '../../shell/viewer.js';
import { ChangeRole, roleChanged } from './change-role.js';
import { LimitMember } from './limit-member.js';
import classes from './members.module.css';
import { CHANGE_ROLE, type Member } from './members.operations.js';
import { RemoveMember } from './remove-member.js';

interface MemberRowProps {
  member: Member;
  onChanged: () => void;
}

interface Props extends MemberRowProps {
  hasClients: boolean;
}

/** A person in a row, with the role, and for those who may change it a field with it. */
export function MemberRow({ member, hasClients, onChanged }: Props) {
  const { id, name, email, role, joinedAt, lastActiveAt, twoFactorEnabled } = member;
  const { person } = useViewer();
  const mayAdminister = useMay('ADMINISTER');
  const [asking, setAsking] = useState<'limit' | 'remove' | null>(null);
  const isSelf = id === person?.memberId;
  const canChange = mayAdminister && !isSelf && role !== 'OWNER';
  return (
    <li className={classes.row} data-two-actions={(mayAdminister && hasClients) || undefined}>
      <Avatar size={36} color="accent" variant="light" alt="" aria-hidden>
        {initialsOf(name)}
      </Avatar>
      <div className={classes.name}>
        <Text fw={500} truncate>
          {isSelf ? t`${name} (you)` : name}
        </Text>
        {name !== email && (
          <Text size="sm" c="dimmed" truncate>
            {email}
          </Text>
        )}
      </div>
      <div className={classes.facts}>
        <Text size="xs" c="dimmed">
          <Trans>
            Joined <Time at={joinedAt} />
          </Trans>
        </Text>
        {mayAdminister && (
          <Text size="xs" c="dimmed">
            {lastActiveAt ? (
              <Trans>
                Last active <Time at={lastActiveAt} />
              </Trans>
            ) : (
              t`Not signed in`
            )}
          </Text>
        )}
      </div>
      {twoFactorEnabled !== null && <TwoFactorBadge isOn={twoFactorEnabled} />}
      <div className={classes.role}>
        {canChange ? (
          <RoleSelect member={member} onChanged={onChanged} />
        ) : (
          <Text size="sm" title={ROLES[role].may}>
            {ROLES[role].label}
          </Text>
        )}
      </div>
      <div className={classes.action}>
        {canChange && hasClients && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t`Limit ${name} to some clients`}
            title={t`Limit to some clients`}
            onClick={() => setAsking('limit')}
          >
            <FilterIcon />
          </ActionIcon>
        )}
        {canChange && (
          <ActionIcon variant="subtle" color="gray" aria-label={t`Remove ${name}`} onClick={() => setAsking('remove')}>
            <XIcon />
          </ActionIcon>
        )}
      </div>
      {asking === 'limit' && <LimitMember member={member} onChanged={onChanged} onClose={() => setAsking(null)} />}
      {asking === 'remove' && <RemoveMember member={member} onRemoved={onChanged} onClose={() => setAsking(null)} />}
    </li>
  );
}

const TwoFactorBadge = ({ isOn }: { isOn: boolean }) => (
  <Badge
    className={classes.twoFactor}
    variant="light"
    color={isOn ? 'green' : 'gray'}
    c="var(--mantine-color-text)"
    leftSection={<ShieldLockIcon size={12} />}
    title={isOn ? t`Two-factor authentication is on` : t`Two-factor authentication is off`}
  >
    {isOn ? t`2FA on` : t`2FA off`}
  </Badge>
);

function RoleSelect({ member, onChanged }: MemberRowProps) {
  const { id: memberId, name, role: before } = member;
  const [lowering, setLowering] = useState<(typeof GIVEN_ROLES)[number] | null>(null);
  const [{ fetching }, changeRole] = useMutation(CHANGE_ROLE);
  const change = async (value: string | null) => {
    const role = oneOf(GIVEN_ROLES, value);
    if (!role || role === before) return;
    // An admin may have created programs.
    if (before === 'ADMIN') return setLowering(role);
    const failure = failureOf(await changeRole({ input: { memberId, role } }));
    if (failure) showFailure(failure);
    else showDone(roleChanged(name, role));
    onChanged();
  };
  return (
    <>
      <Select
        size="xs"
        aria-label={t`Role of ${name}`}
        data={GIVEN_ROLES.map((value) => ({ value, label: ROLES[value].label }))}
        value={before}
        onChange={change}
        readOnly={fetching}
        allowDeselect={false}
        comboboxProps={{ width: 280, position: 'bottom-end' }}
        renderOption={({ option: { value } }) => <RoleOption value={value} />}
      />
      {lowering && (
        <ChangeRole member={member} role={lowering} onChanged={onChanged} onClose={() => setLowering(null)} />
      )}
    </>
  );
}

function RoleOption({ value }: { value: string }) {
  const role = oneOf(GIVEN_ROLES, value);
  return (
    role && (
      <div>
        <Text size="sm">{ROLES[role].label}</Text>
        <Text size="xs">{ROLES[role].may}</Text>
      </div>
    )
  );
}
