import { graphql, type ResultOf } from '../../api/graphql.js';

export const REPORT_LINKS = graphql(`
  query ReportLinks {
    reportLinks(first: 100) {
      edges {
        node {
          id
          name
          from
          to
          expiresAt
        }
      }
    }
  }
`);

export type ReportLink = NonNullable<ResultOf<typeof REPORT_LINKS>['reportLinks']>['edges'][number]['node'];

export const CREATE_REPORT_LINK = graphql(`
  mutation CreateReportLink($input: CreateReportLinkInput!) {
    createReportLink(input: $input) {
      url
      reportLink {
        id
        name
      }
    }
  }
`);

export const REVOKE_REPORT_LINK = graphql(`
  mutation RevokeReportLink($input: RevokeReportLinkInput!) {
    revokeReportLink(input: $input) {
      revokedReportLinkId
    }
  }
`);
