import { graphql, type ResultOf } from '../../api/graphql.js';

export const REPORT_EMAILS = graphql(`
  query ReportEmails {
    reportEmails {
      accountId
      accountName
      frequency
      nextOn
    }
  }
`);

export const SET_REPORT_EMAIL = graphql(`
  mutation SetReportEmail($input: SetReportEmailInput!) {
    setReportEmail(input: $input) {
      reportEmails {
        accountId
        frequency
      }
    }
  }
`);

export type ReportEmail = NonNullable<ResultOf<typeof REPORT_EMAILS>['reportEmails']>[number];
