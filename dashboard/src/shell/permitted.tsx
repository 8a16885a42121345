import { select, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ShieldLockIcon } from '@primer/octicons-react';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useContext } from 'react';
import { Empty } from '../parts/empty.js';
import { ButtonLink } from '../parts/link.js';
import { PermissionsContext } from '../parts/may.js';
import { Page } from '../parts/page.js';
import { neededFor, START } from './navigation.js';
import { useViewer } from './viewer.js';

/** The view of the address, or why the person cannot open it. */
export function Permitted() {
  const { pathname } = useLocation();
  const { person } = useViewer();
  const permissions = useContext(PermissionsContext);
  const needed = neededFor(pathname);
  if (person?.mustSetUpTwoFactor && pathname !== '/settings') return <SetUpFirst />;
  if (needed && !permissions.includes(needed)) return <NotForThisRole />;
  return <Outlet />;
}

function NotForThisRole() {
  const { person, displayName } = useViewer();
  return (
    <Page title={t`Not for your role`}>
      <Empty title={t`Your role does not include this page`} icon={ShieldLockIcon} action={<ToStart />}>
        {person &&
          select(person.role, {
            OWNER: `You are an owner of ${displayName}.`,
            ADMIN: `You are an admin of ${displayName}.`,
            EDITOR: `You are an editor of ${displayName}.`,
            CONTRIBUTOR: `You are a contributor of ${displayName}.`,
            other: `You are a viewer of ${displayName}.`,
          })}{' '}
        <Trans>If you need this page, ask the owner or an admin for another role.</Trans>
      </Empty>
    </Page>
  );
}

/** Shown instead of the page that a link of another person's account leads to. */
export function NotYourAccount() {
  const { person } = useViewer();
  return (
    <Page title={t`Not your account`}>
      <Empty title={t`This link is for another account`} icon={ShieldLockIcon} action={<ToStart />}>
        {person && t`You are signed in as ${person.email}, who is not a member of that account.`}{' '}
        <Trans>Sign in with the address of a member, or ask its owner or an admin to invite you.</Trans>
      </Empty>
    </Page>
  );
}

const ToStart = () => (
  <ButtonLink to={START} variant="default">
    <Trans>Go to the start</Trans>
  </ButtonLink>
);

/** Shown instead of every page but the settings of one's login. */
function SetUpFirst() {
  const { displayName } = useViewer();
  return (
    <Page title={t`Two-factor authentication`}>
      <Empty
        title={t`Set up two-factor authentication first`}
        icon={ShieldLockIcon}
        action={
          <ButtonLink to="/settings">
            <Trans>Open the settings</Trans>
          </ButtonLink>
        }
      >
        <Trans>
          {displayName} requires it of all members. You need an authenticator app on your phone, and about two minutes.
        </Trans>
      </Empty>
    </Page>
  );
}
