import platforms from 'virtual:platform-settings';
import { gql } from 'urql';
import { graphql, type ResultOf, type VariablesOf } from '../api/graphql.js';
import { PLATFORM_PREVIEW, type Preview } from '../parts/previews/preview.types.js';
import { LABEL } from '../posts/labels.operations.js';

const COMPOSED_GROUP = graphql(
  `
  fragment ComposedGroup on PostGroup @_unmask {
    id
    content
    status
    processingStatus
    scheduledTime
    updatedAt
    allowedActions
    videoTimestamp
    addSignature
    addLinkParameters
    overrides {
      platformId
      content
      firstComment
    }
    media(first: 100) {
      edges {
        node {
          id
          name
          type
          mimeType
          correction
          url
          status
          problem
          altText
          framings {
            platform
            crop {
              x
              y
              width
              height
            }
            focus {
              x
              y
            }
          }
          metadata {
            width
            height
            size
            duration
          }
        }
      }
    }
    labels {
      ...LabelFields
    }
    posts {
      id
      platformId
    }
  }
`,
  [LABEL],
);

/** Values of settings, by platform and name. */
export type Settings = Record<string, Record<string, string | boolean | null>>;

/** A group as the composer edits it. */
export type ComposedGroup = ResultOf<typeof COMPOSED_GROUP> & { platformSettings: Settings };

/** A selection of every setting that the schema has. */
const SETTINGS = platforms
  .map(({ platform, settings }) => `${platform} { ${settings.map(({ name }) => name).join(' ')} }`)
  .join(' ');

const composedAs = (name: string) => gql<{ postGroup: ComposedGroup | null }, { id: string }>`
  query ${name}($id: ID!) {
    postGroup(id: $id) {
      ...ComposedGroup
      platformSettings { ${SETTINGS} }
    }
  }
  ${COMPOSED_GROUP}
`;
/** What a person begins with. */
export const COMPOSED = composedAs('ComposedPost');
/** What is compared with that. Another operation, as one that is under way is not sent a second time. */
export const STORED = composedAs('StoredPost');

const CREATE_INPUT = graphql(`
  mutation CreateInput($input: CreatePostInput!) {
    createPost(input: $input) {
      postGroupId
    }
  }
`);
const UPDATE_INPUT = graphql(`
  mutation UpdateInput($input: UpdatePostInput!) {
    updatePost(input: $input) {
      postGroup {
        id
      }
    }
  }
`);
export type CreateInput = VariablesOf<typeof CREATE_INPUT>['input'];
export type UpdateInput = VariablesOf<typeof UPDATE_INPUT>['input'];

export const CREATE = gql<{ createPost: { postGroup: ComposedGroup | null } | null }, { input: CreateInput }>`
  mutation CreateDraft($input: CreatePostInput!) {
    createPost(input: $input) {
      postGroup {
        ...ComposedGroup
        platformSettings { ${SETTINGS} }
      }
    }
  }
  ${COMPOSED_GROUP}
`;

export const UPDATE = gql<{ updatePost: { postGroup: ComposedGroup } | null }, { input: UpdateInput }>`
  mutation UpdateComposed($input: UpdatePostInput!) {
    updatePost(input: $input) {
      postGroup {
        ...ComposedGroup
        platformSettings { ${SETTINGS} }
      }
    }
  }
  ${COMPOSED_GROUP}
`;

export const DISCARD = graphql(`
  mutation DiscardDraft($input: DeletePostInput!) {
    deletePost(input: $input) {
      deletedPostGroupId
    }
  }
`);

const ISSUE = graphql(`
  fragment CheckedIssue on ValidationIssue @_unmask {
    code
    field
    message
    platform
    platformIds
    severity
    suggestions
    currentValue
    minValue
    maxValue
  }
`);

/** The preview of a post on each platform, and its problems. */
export const CHECK = graphql(
  `
  query Check($input: ValidatePostInput!) {
    previewPost(input: $input) {
      ...PlatformPreviewParts
    }
    validatePost(input: $input) {
      errors {
        ...CheckedIssue
      }
      warnings {
        ...CheckedIssue
      }
    }
  }
`,
  [PLATFORM_PREVIEW, ISSUE],
);

export type { Preview };
export type Issue = ResultOf<typeof ISSUE>;
export type CheckInput = VariablesOf<typeof CHECK>['input'];

export const CREATE_UPLOAD = graphql(`
  mutation CreateUpload($input: CreateUploadInput!) {
    createUpload(input: $input) {
      uploadUrl
      media {
        id
      }
    }
  }
`);

export const CREATE_UPLOAD_FROM_URL = graphql(`
  mutation CreateUploadFromUrl($input: CreateUploadFromUrlInput!) {
    createUploadFromUrl(input: $input) {
      media {
        id
      }
    }
  }
`);

export const COMPLETE_UPLOAD = graphql(`
  mutation CompleteUpload($input: CompleteUploadInput!) {
    completeUpload(input: $input) {
      media {
        id
        type
        mimeType
        correction
        url
        status
        problem
        metadata {
          width
          height
          size
          duration
        }
      }
    }
  }
`);

export const DELETE_MEDIA = graphql(`
  mutation DeleteMedia($input: DeleteMediaInput!) {
    deleteMedia(input: $input) {
      deletedMediaId
    }
  }
`);
