import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Paper, Text } from '@mantine/core';
import { PersonAddIcon } from '@primer/octicons-react';
import { useState } from 'react';
import { useLiveQuery } from '../../api/live-query.js';
import { Empty } from '../../parts/empty.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { Loading } from '../../parts/loading.js';
import { useMay } from '../../parts/may.js';
import { Page } from '../../parts/page.js';
import { useClients } from '../../shell/use-clients.js';
import { useViewer } from '../../shell/viewer.js';
import { Invitations } from './invitations.js';
import { InviteDialog } from './invite-dialog.js';
import { LeaveAccount } from './leave-account.js';
import { LimitedMembers } from './limited-members.js';
import { MemberRow } from './member-row.js';
import classes from './members.module.css';
import { MEMBERS, type Member } from './members.operations.js';
import { RequireTwoFactor } from './require-two-factor.js';
import { TransferOwnership } from './transfer-ownership.js';

/** No event reports that somebody has joined. */
const REFRESH_MS = 15_000;

/** The people who work in the account, and those who are invited. */
export function MembersView() {
  const { id, displayName, managed } = useViewer();
  const { hasAny: hasClients } = useClients(managed ? null : id, '', true);
  const { data, failure, refresh } = useLiveQuery({ query: MEMBERS, variables: {} }, REFRESH_MS);
  const mayAdminister = useMay('ADMINISTER');
  const [inviting, setInviting] = useState(false);
  const members = data?.members?.edges.map(({ node }) => node);
  const invite = mayAdminister && (
    <Button size="xs" leftSection={<PersonAddIcon size={14} />} onClick={() => setInviting(true)}>
      <Trans>Invite</Trans>
    </Button>
  );
  return (
    <Page title={t`Members`} actions={invite}>
      <Text size="sm" c="dimmed">
        <Trans>
          All members sign in with their own address and password. The role decides what a member can do in{' '}
          {displayName}.
        </Trans>
        {managed && ` ${t`Members of the account that manages it work here, too. They are not listed.`}`}
        {hasClients && ` ${t`Members work for all clients, unless they are limited to some.`}`}
      </Text>
      {failure && <FailureNotice failure={failure} onRetry={refresh} />}
      {!members && !failure && <Loading />}
      {members?.length === 0 && (
        <Empty title={t`Nobody works for this client alone`}>
          <Trans>Invite people who need this client and no other, such as the client.</Trans>
        </Empty>
      )}
      {members && members.length > 0 && <List members={members} hasClients={hasClients} onChanged={refresh} />}
      {mayAdminister && hasClients && <LimitedMembers />}
      {mayAdminister && <Invitations />}
      {members && <AboutAccount members={members} onChanged={refresh} />}
      {inviting && <InviteDialog hasClients={hasClients} onClose={() => setInviting(false)} />}
    </Page>
  );
}

interface ListProps {
  members: Member[];
  hasClients: boolean;
  onChanged: () => void;
}

const List = ({ members, hasClients, onChanged }: ListProps) => (
  <>
    <Text size="sm" c="dimmed" role="status">
      {plural(members.length, { one: '# member', other: '# members' })}
    </Text>
    <Paper component="ul" withBorder className={classes.list} aria-label={t`Members`}>
      {members.map((member) => (
        <MemberRow key={member.id} member={member} hasClients={hasClients} onChanged={onChanged} />
      ))}
    </Paper>
  </>
);

/** What concerns the account as a whole, and the person's own membership. */
function AboutAccount({ members, onChanged }: { members: Member[]; onChanged: () => void }) {
  const { person, managed } = useViewer();
  // A client belongs to the account that manages it, which has an owner and its own rules.
  const isOwner = useMay('OWN') && !managed;
  const self = members.find(({ id }) => id === person?.memberId);
  const others = members.filter((member) => member !== self);
  return (
    <>
      {isOwner && <RequireTwoFactor members={members} self={self} />}
      {isOwner && self && <TransferOwnership members={others} self={self} onChanged={onChanged} />}
      {self && self.role !== 'OWNER' && <LeaveAccount />}
    </>
  );
}
