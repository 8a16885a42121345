import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { type Failure, failureOf, isLostAccount, isWithoutSession } from '../../api/failure.js';
import { CardPage } from '../../parts/card-page.js';
import { FailureNotice } from '../../parts/failure-notice.js';
import { ButtonLink, PageLink } from '../../parts/link.js';
import { Loading } from '../../parts/loading.js';
import { ROLES } from '../../parts/roles.js';
import { Time } from '../../parts/time.js';
import { useSignOut } from '../../shell/use-sign-out.js';
import { placeOf, RECEIVED, type Received, SIGNED_IN } from './invitations.operations.js';
import { JoinAsNew } from './join-as-new.js';
import { useAccept } from './use-accept.js';

const route = getRouteApi('/invitations/$token');

/** What the link of an invitation leads to: who invites to what, and the way in. */
export function InvitationView() {
  const { token } = route.useParams();
  const [{ data, ...state }, fetchInvitation] = useQuery({ query: RECEIVED, variables: { token } });
  const [{ data: signedIn, fetching, ...session }] = useQuery({ query: SIGNED_IN });
  const again = () => fetchInvitation({ requestPolicy: 'network-only' });
  const invitation = data?.receivedInvitation;
  const failure = failureOf(state);
  const whoFailure = failureOf(session);
  if (failure?.code === 'INVITATION_INVALID') return <Invalid />;
  const isUnknown = whoFailure && !isWithoutSession(whoFailure) && !isLostAccount(whoFailure);
  const shown = failure ?? (isUnknown ? whoFailure : null);
  if (!invitation || (fetching && !signedIn) || shown) {
    return (
      <CardPage title={t`Invitation`}>
        {shown ? <FailureNotice failure={shown} onRetry={again} /> : <Loading rows={3} />}
      </CardPage>
    );
  }
  const email = signedIn?.viewer?.person?.email ?? null;
  return (
    <CardPage title={t`Join ${placeOf(invitation)}`}>
      <About invitation={invitation} />
      <WayIn token={token} invitation={invitation} signedInAs={email} onRefused={again} />
    </CardPage>
  );
}

function About({ invitation }: { invitation: Received }) {
  const { managedUserNames, invitedBy, role, expiresAt, email } = invitation;
  return (
    <Stack gap="xs">
      <Text style={{ overflowWrap: 'anywhere' }}>
        <Trans>
          {invitedBy} invited {email} to work in {placeOf(invitation)}.
        </Trans>
      </Text>
      {managedUserNames && managedUserNames.length > 1 && (
        <List size="sm" aria-label={t`Clients`}>
          {managedUserNames.map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two clients may have one name, and the list does not change.
            <List.Item key={index}>{name}</List.Item>
          ))}
        </List>
      )}
      <Text size="sm">
        <Trans>
          Your role: {ROLES[role].label}. {ROLES[role].may}.
        </Trans>
      </Text>
      <Text size="sm" c="dimmed">
        <Trans>
          The invitation is valid until <Time at={expiresAt} />.
        </Trans>
      </Text>
    </Stack>
  );
}

interface WayInProps {
  token: string;
  invitation: Received;
  /** Null: nobody is signed in. */
  signedInAs: string | null;
  onRefused: () => void;
}

function WayIn({ token, invitation, signedInAs, onRefused }: WayInProps) {
  if (signedInAs === invitation.email) return <Join token={token} invitation={invitation} />;
  if (signedInAs !== null) return <OtherPerson email={invitation.email} signedInAs={signedInAs} />;
  if (!invitation.hasLogin) return <JoinAsNew token={token} invitation={invitation} onRefused={onRefused} />;
  return (
    <Stack>
      <Text size="sm">
        <Trans>You have a login with this address. Sign in, then you come back to this page.</Trans>
      </Text>
      <ButtonLink to="/sign-in" search={{ returnTo: `/invitations/${token}` }} fullWidth>
        <Trans>Sign in</Trans>
      </ButtonLink>
    </Stack>
  );
}

function Join({ token, invitation }: Pick<WayInProps, 'token' | 'invitation'>) {
  const { accept, failure, fetching } = useAccept(token, invitation);
  return (
    <Stack>
      {failure && <Refused failure={failure} />}
      <Button fullWidth loading={fetching} onClick={() => void accept({})}>
        <Trans>Join {placeOf(invitation)}</Trans>
      </Button>
    </Stack>
  );
}

/** The message says what to do; at the limit of accounts, where. */
const Refused = ({ failure }: { failure: Failure }) => (
  <Stack gap="xs">
    <FailureNotice failure={failure} />
    {failure.code === 'MEMBERSHIP_LIMIT_REACHED' && (
      <PageLink to="/members">
        <Trans>Open your members page</Trans>
      </PageLink>
    )}
  </Stack>
);

function OtherPerson({ email, signedInAs }: { email: string; signedInAs: string }) {
  const signOut = useSignOut();
  return (
    <Stack>
      <Alert
        color="orange"
        icon={<AlertIcon />}
        title={t`You are signed in as somebody else`}
        styles={{ title: { color: 'var(--mantine-color-text)' } }}
      >
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Trans>
            You are signed in as {signedInAs}. The invitation is for {email}: sign out here to accept it, or ask for an
            invitation to {signedInAs}.
          </Trans>
        </Text>
      </Alert>
      <Button fullWidth onClick={() => void signOut()}>
        <Trans>Sign out</Trans>
      </Button>
      <PageLink to="/" size="sm" underline="always">
        <Trans>Stay signed in</Trans>
      </PageLink>
    </Stack>
  );
}

const Invalid = () => (
  <CardPage title={t`This invitation is no longer valid`}>
    <Text>
      <Trans>
        It was accepted or revoked, has expired, or a newer one replaced it. Look for a newer e-mail, or ask the person
        who invited you to send the invitation again.
      </Trans>
    </Text>
    <Text size="sm">
      <Trans>
        Have you accepted it already?{' '}
        <PageLink to="/" underline="always">
          Open the dashboard
        </PageLink>
      </Trans>
    </Text>
  </CardPage>
);
