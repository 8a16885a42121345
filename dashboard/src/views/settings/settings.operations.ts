import { graphql, type ResultOf } from '../../api/graphql.js';

export const SECURITY = graphql(`
  query Security {
    twoFactor {
      enabledAt
      recoveryCodesLeft
    }
    sessions(first: 50) {
      edges {
        node {
          id
          createdAt
          lastUsedAt
          userAgent
          address
          current
        }
      }
    }
  }
`);

export type TwoFactor = NonNullable<ResultOf<typeof SECURITY>['twoFactor']>;
export type Session = NonNullable<ResultOf<typeof SECURITY>['sessions']>['edges'][number]['node'];

export const CHANGE_NAME = graphql(`
  mutation ChangeDisplayName($input: ChangeDisplayNameInput!) {
    changeDisplayName(input: $input) {
      viewer {
        id
        displayName
      }
    }
  }
`);

export const CHANGE_EMAIL = graphql(`
  mutation ChangeEmail($input: ChangeEmailInput!) {
    changeEmail(input: $input) {
      accepted
    }
  }
`);

export const RESEND_CONFIRMATION = graphql(`
  mutation ResendConfirmation($input: ResendConfirmationInput!) {
    resendConfirmation(input: $input) {
      accepted
    }
  }
`);

export const CHANGE_PASSWORD = graphql(`
  mutation ChangePassword($input: ChangePasswordInput!) {
    changePassword(input: $input) {
      expiresAt
    }
  }
`);

export const END_SESSION = graphql(`
  mutation EndSession($input: EndSessionInput!) {
    endSession(input: $input) {
      endedSessionId
    }
  }
`);

export const END_OTHERS = graphql(`
  mutation EndOtherSessions($input: EndOtherSessionsInput!) {
    endOtherSessions(input: $input) {
      ended
    }
  }
`);

export const BEGIN_TWO_FACTOR = graphql(`
  mutation BeginTwoFactor($input: BeginTwoFactorInput!) {
    beginTwoFactor(input: $input) {
      secret
      uri
      expiresAt
    }
  }
`);

export type Enrollment = NonNullable<ResultOf<typeof BEGIN_TWO_FACTOR>['beginTwoFactor']>;

export const CONFIRM_TWO_FACTOR = graphql(`
  mutation ConfirmTwoFactor($input: ConfirmTwoFactorInput!) {
    confirmTwoFactor(input: $input) {
      recoveryCodes
    }
  }
`);

export const DISABLE_TWO_FACTOR = graphql(`
  mutation DisableTwoFactor($input: DisableTwoFactorInput!) {
    disableTwoFactor(input: $input) {
      twoFactor {
        enabledAt
      }
    }
  }
`);

export const NEW_RECOVERY_CODES = graphql(`
  mutation RegenerateRecoveryCodes($input: RegenerateRecoveryCodesInput!) {
    regenerateRecoveryCodes(input: $input) {
      recoveryCodes
    }
  }
`);

export const EXPORTS = graphql(`
  query AccountExports {
    accountExports(first: 50) {
      edges {
        node {
          id
          status
          requestedAt
          expiresAt
          size
          url
        }
      }
    }
  }
`);

export type AccountExport = NonNullable<ResultOf<typeof EXPORTS>['accountExports']>['edges'][number]['node'];

export const REQUEST_EXPORT = graphql(`
  mutation RequestAccountExport($input: RequestAccountExportInput!) {
    requestAccountExport(input: $input) {
      accountExport {
        id
        status
      }
    }
  }
`);

export const REQUEST_REMOVAL = graphql(`
  mutation RequestAccountRemoval($input: RequestAccountRemovalInput!) {
    requestAccountRemoval(input: $input) {
      viewer {
        id
        removalAt
      }
    }
  }
`);

export const CALENDAR_FEED = graphql(`
  query CalendarFeed {
    calendarFeed {
      createdAt
      lastReadAt
    }
  }
`);

export const CREATE_CALENDAR_FEED = graphql(`
  mutation CreateCalendarFeed {
    createCalendarFeed {
      url
    }
  }
`);

export const REVOKE_CALENDAR_FEED = graphql(`
  mutation RevokeCalendarFeed {
    revokeCalendarFeed {
      revoked
    }
  }
`);

export const APPLICATIONS = graphql(`
  query ConnectedApplications {
    connectedApplications(first: 50) {
      edges {
        node {
          id
          name
          host
          scopes
          createdAt
          lastUsedAt
        }
      }
    }
  }
`);

export type Application = NonNullable<ResultOf<typeof APPLICATIONS>['connectedApplications']>['edges'][number]['node'];

export const REVOKE_APPLICATION = graphql(`
  mutation RevokeApplication($input: RevokeApplicationInput!) {
    revokeApplication(input: $input) {
      revokedApplicationId
    }
  }
`);

export const SET_APPROVAL_POLICY = graphql(`
  mutation SetApprovalPolicy($input: SetApprovalPolicyInput!) {
    setApprovalPolicy(input: $input) {
      approvalPolicy {
        neededFor
        approvers
        approvals
      }
    }
  }
`);

export const RECOVERY_POLICY = graphql(`
  query RecoveryPolicy {
    viewer {
      id
      recoveryPolicy {
        mode
        hours
      }
    }
  }
`);

export const SET_RECOVERY_POLICY = graphql(`
  mutation SetRecoveryPolicy($input: SetRecoveryPolicyInput!) {
    setRecoveryPolicy(input: $input) {
      recoveryPolicy {
        mode
        hours
      }
    }
  }
`);

export const LINK_RULES = graphql(`
  query LinkRules {
    linkRules {
      id
      platform
      accountId
      parameters {
        source
        medium
        campaign
        term
        content
        excludedHosts
      }
    }
  }
`);

export type LinkRule = NonNullable<ResultOf<typeof LINK_RULES>['linkRules']>[number];

export const SET_LINK_PARAMETERS = graphql(`
  mutation SetLinkParameters($input: SetLinkParametersInput!) {
    setLinkParameters(input: $input) {
      linkRules {
        id
      }
    }
  }
`);

export const OWN_NAME = graphql(`
  query OwnName {
    viewer {
      id
      person {
        memberId
        name
      }
    }
  }
`);

export const CHANGE_PERSON_NAME = graphql(`
  mutation ChangePersonName($input: ChangePersonNameInput!) {
    changePersonName(input: $input) {
      name
    }
  }
`);
