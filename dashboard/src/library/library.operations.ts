import { graphql, type ResultOf } from '../api/graphql.js';

export const LIBRARY = graphql(`
  query MediaLibrary($first: Int!, $after: String, $filter: LibraryFilter, $sort: LibrarySort!) {
    mediaLibrary(first: $first, after: $after, filter: $filter, sort: $sort) {
      totalCount
      edges {
        node {
          id
          type
          name
          altText
          url
          thumbnailUrl
          inLibrary
          mimeType
          metadata {
            width
            height
            size
            duration
          }
          labels {
            id
            name
            color
          }
          usedIn(first: 5) {
            totalCount
            edges {
              node {
                id
                status
                scheduledTime
              }
            }
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export type LibraryFile = NonNullable<ResultOf<typeof LIBRARY>['mediaLibrary']>['edges'][number]['node'];

export const KEEP_IN_LIBRARY = graphql(`
  mutation KeepInLibrary($input: KeepInLibraryInput!) {
    keepInLibrary(input: $input) {
      media {
        id
      }
    }
  }
`);

export const UPDATE_LIBRARY_FILE = graphql(`
  mutation UpdateLibraryFile($input: UpdateLibraryFileInput!) {
    updateLibraryFile(input: $input) {
      media {
        id
        name
        altText
      }
    }
  }
`);

export const DELETE_LIBRARY_FILES = graphql(`
  mutation DeleteLibraryFiles($input: DeleteLibraryFilesInput!) {
    deleteLibraryFiles(input: $input) {
      deletedMediaIds
    }
  }
`);

export const ATTACH_LIBRARY_FILE = graphql(`
  mutation AttachLibraryFile($input: AttachLibraryFileInput!) {
    attachLibraryFile(input: $input) {
      media {
        id
        type
        mimeType
        correction
        url
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

export const LABEL_FILES = graphql(`
  mutation LabelFiles($input: ChangeLabelsInput!) {
    changeLabels(input: $input) {
      media {
        id
        labels {
          id
          name
          color
        }
      }
    }
  }
`);
