import { graphql, type ResultOf } from '../../api/graphql.js';

export const COMMENTS = graphql(`
  query Comments($id: ID!) {
    viewer {
      id
      mentionable {
        memberId
        name
      }
    }
    postGroup(id: $id) {
      id
      openThreads
      commentThreads {
        threadId
        resolvedAt
        resolvedBy
        comments {
          commentId
          author
          body
          createdAt
          editedAt
          mayEdit
          mayDelete
          mentions {
            memberId
            name
          }
        }
      }
    }
  }
`);

export type Thread = NonNullable<ResultOf<typeof COMMENTS>['postGroup']>['commentThreads'][number];
export type Comment = Thread['comments'][number];
export type Person = NonNullable<ResultOf<typeof COMMENTS>['viewer']>['mentionable'][number];

export const ADD_COMMENT = graphql(`
  mutation AddTeamComment($input: AddTeamCommentInput!) {
    addTeamComment(input: $input) {
      comment {
        commentId
      }
    }
  }
`);

export const EDIT_COMMENT = graphql(`
  mutation EditTeamComment($input: EditTeamCommentInput!) {
    editTeamComment(input: $input) {
      comment {
        commentId
      }
    }
  }
`);

export const DELETE_COMMENT = graphql(`
  mutation DeleteTeamComment($input: DeleteTeamCommentInput!) {
    deleteTeamComment(input: $input) {
      deletedCommentId
    }
  }
`);

export const RESOLVE_THREAD = graphql(`
  mutation ResolveCommentThread($input: ResolveCommentThreadInput!) {
    resolveCommentThread(input: $input) {
      thread {
        threadId
      }
    }
  }
`);
