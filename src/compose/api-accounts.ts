import type { RequestHandler } from 'express';
import { makeQueueRecovery } from '../../jobs/recovery-queue.js';
import { makeAccountPictureRouter } from '../domain/accounts/account-picture.http.js';
import { makeReadAccountPicture } from '../domain/accounts/account-picture.use-case.js';
import type { AfterReconnect } from '../domain/accounts/after-reconnect.port.js';
import { makeAttachAccounts } from '../domain/accounts/attach-accounts.use-case.js';
import { makeBeginLogin } from '../domain/accounts/begin-login.use-case.js';
import { makeCheckAccount } from '../domain/accounts/check-account.use-case.js';
import { makeCompleteLogin } from '../domain/accounts/complete-login.use-case.js';
import { makeConnectAccount } from '../domain/accounts/connect-account.use-case.js';
import { connectablePlatforms } from '../domain/accounts/connectable.js';
import { userOfConnection } from '../domain/accounts/connection.repository.js';
import { makeDisconnectAccount } from '../domain/accounts/disconnect-account.use-case.js';
import { makeRegisteredClients } from '../domain/accounts/instance-client.repository.js';
import { makeLoginRouter } from '../domain/accounts/login.http.js';
import { makeRedirectUri } from '../domain/accounts/login-address.js';
import { makeBeginLoginInBrowser } from '../domain/accounts/login-browser.js';
import { makeLoginUrl } from '../domain/accounts/login-url.js';
import { deleteApprovalLinksOf } from '../domain/approvals/approval-link.repository.js';
import { makeClientUsage } from '../domain/clients/client-usage.use-case.js';
import { makeClientsByAttention } from '../domain/clients/clients-by-attention.use-case.js';
import { makeSummarizeClients } from '../domain/clients/summarize-clients.use-case.js';
import type { Authentication } from '../domain/identity/access/authenticate.use-case.js';
import { imageTypeOf } from '../domain/media/file-format.js';
import { deleteInvitationsTo } from '../domain/members/invitation.repository.js';
import { resumeAfterReconnect } from '../domain/metrics/resume-after-reconnect.step.js';
import { endExports } from '../domain/owner/account-export.repository.js';
import { deleteReportEmailsOfManagers } from '../domain/reports/report-email.repository.js';
import { deleteReportLinksOf } from '../domain/reports/report-link.repository.js';
import { connectionPagePath, makeConnectionPageRouter } from '../domain/workspaces/connection-page.http.js';
import { makeCountManagedUsers } from '../domain/workspaces/count-managed-users.use-case.js';
import { makeCreateConnectionPage } from '../domain/workspaces/create-connection-page.use-case.js';
import { makeCreateManagedUser } from '../domain/workspaces/create-managed-user.use-case.js';
import { makeCreateManagedUserKey } from '../domain/workspaces/create-managed-user-key.use-case.js';
import { makeDetachManagedUser } from '../domain/workspaces/detach-managed-user.use-case.js';
import { makeFindConnectionPages } from '../domain/workspaces/find-connection-pages.use-case.js';
import { makeListManagedUsers } from '../domain/workspaces/list-managed-users.use-case.js';
import { makeOpenConnectionPage } from '../domain/workspaces/open-connection-page.use-case.js';
import { openWebClient } from '../foundation/http-client/web-client.js';
import type { PlatformKey } from '../platforms/port/platform.js';
import { findPlatform } from '../platforms/registry.js';
import type { Parts } from './parts.js';

interface Pages {
  readForm: RequestHandler;
  /** Where a browser may be sent back to: this service and the sites that the operator named. */
  origins: () => string[];
  authenticate: Authentication['bySession'];
}

/** Connecting accounts at the platforms: with credentials, by a login, and by the page of a managed user. */
export function makeAccounts(parts: Parts, { readForm, origins, authenticate }: Pages) {
  const { config, db, transaction, cipher, clock, platformDirectory, loadAccount, publicUrl, log } = parts;
  const anyHost = config.http.publicUrl === null;
  const findSession = (key: PlatformKey) => platformDirectory(key)?.session ?? null;
  const hasServers = (key: PlatformKey) => findPlatform(key)?.defaultBaseUrl === null;
  const { channelPricing, plans } = config;
  const queueRecovery = makeQueueRecovery(parts.boss);
  const afterReconnect: AfterReconnect = async (tx, connection) => {
    await queueRecovery(tx, connection);
    await resumeAfterReconnect(tx, connection, clock());
  };
  const attaching = { cipher, clock, plans, channelPricing, findSession, hasServers, afterReconnect, log };
  const attachAccounts = makeAttachAccounts(attaching);
  const connectAccount = makeConnectAccount({ transaction, attachAccounts, findConnectable: platformDirectory });
  const disconnectAccount = makeDisconnectAccount({ transaction });
  const connectable = connectablePlatforms(platformDirectory);

  const redirectUri = makeRedirectUri({ publicUrl, named: (key) => config.platforms[key].redirectUri });
  const registeredClients = makeRegisteredClients({ db, cipher, redirectUri });
  const findLogin = platformDirectory;
  const beginLogin = makeBeginLoginInBrowser({
    beginLogin: makeBeginLogin({ db, clock, plans, cipher, findLogin, redirectUri, registeredClients }),
    publicUrl,
  });
  const completeLogin = makeCompleteLogin({ db, transaction, clock, cipher, attachAccounts, findLogin, redirectUri });

  const pageUrl = (token: string) => `${publicUrl()}${connectionPagePath(token)}`;
  const workspace = { db, transaction, clock, plans, cipher, pageUrl };
  const openConnectionPage = makeOpenConnectionPage({ db, clock });

  const web = openWebClient({ allowPrivate: config.privateAddresses.has('media'), purpose: 'profile pictures' });
  parts.onStop('the fetching of profile pictures', web.close);
  const readAccountPicture = makeReadAccountPicture({ db, fetchWeb: web.fetchWeb, imageTypeOf });

  return {
    accountPictures: makeAccountPictureRouter({
      authenticate,
      ownerOf: (id) => userOfConnection(db, id),
      readAccountPicture,
    }),
    findConnectionPages: makeFindConnectionPages(workspace),
    connectionPage: makeConnectionPageRouter({
      db,
      clock,
      openConnectionPage,
      connectAccount,
      disconnectAccount,
      connectablePlatforms: connectable,
      beginLogin,
      readForm,
      publicUrl,
      anyHost,
      log,
    }),
    loginPages: makeLoginRouter({
      authenticate,
      openLink: openConnectionPage,
      linkPath: connectionPagePath,
      findLogin,
      beginLogin,
      completeLogin,
      readForm,
      publicUrl,
      anyHost,
      origins,
      log,
    }),
    useCases: {
      connectAccount,
      disconnectAccount,
      checkAccount: makeCheckAccount({ db, clock, loadAccount, findProbing: platformDirectory }),
      connectablePlatforms: connectable,
      loginUrl: makeLoginUrl({ findLogin, publicUrl, origins }),
      listManagedUsers: makeListManagedUsers({ db, managedUsersByAttention: makeClientsByAttention({ db, clock }) }),
      countManagedUsers: makeCountManagedUsers(workspace),
      summarizeClients: makeSummarizeClients({ db, clock }),
      clientUsage: makeClientUsage({ db }),
      createManagedUser: makeCreateManagedUser(workspace),
      detachManagedUser: makeDetachManagedUser({
        ...workspace,
        endExports,
        endInvitations: async (tx, userId) => {
          await deleteInvitationsTo(tx, userId);
          await deleteApprovalLinksOf(tx, userId);
          await deleteReportLinksOf(tx, userId);
          await deleteReportEmailsOfManagers(tx, userId);
        },
      }),
      createManagedUserKey: makeCreateManagedUserKey(workspace),
      createConnectionPage: makeCreateConnectionPage(workspace),
    },
  };
}
