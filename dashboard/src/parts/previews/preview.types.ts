import { graphql, type ResultOf } from '../../api/graphql.js';
import type { Account } from '../accounts.js';

/** What a post becomes on one platform. */
export const PLATFORM_PREVIEW = graphql(`
  fragment PlatformPreviewParts on PlatformPreview @_unmask {
    platform
    platformIds
    additions
    title
    cardUrl
    textFollowsFiles
    firstComment {
      text
      length
      limit
      exceedsLimit
    }
    files {
      mediaId
      type
      width
      height
      altText
      area {
        x
        y
        width
        height
      }
    }
    parts {
      text
      length
      limit
      exceedsLimit
      hasMedia
      entities {
        kind
        start
        end
        shownAs
      }
    }
  }
`);

export type Preview = ResultOf<typeof PLATFORM_PREVIEW>;
export type PreviewPart = Preview['parts'][number];
export type Entity = PreviewPart['entities'][number];

/** A problem or note of validation. */
export interface PreviewIssue {
  severity: 'ERROR' | 'WARNING';
  message: string;
  platform: string | null;
  platformIds: readonly string[] | null;
}

/** A file of the post, as this browser can show it. */
export interface LocalFile {
  key: string;
  mediaId: string | null;
  type: 'IMAGE' | 'VIDEO';
  name: string;
  altText: string;
  /** Null: it cannot be shown here. */
  source: string | null;
}

export type PreviewArea = NonNullable<Preview['files'][number]['area']>;

/** A file as the platform shows it. */
export interface ShownFile extends LocalFile {
  /** Width divided by height, after cropping; null if unknown. */
  ratio: number | null;
  /** The area of the image that the platform gets, as fractions; null: all of it, or unknown. */
  area: PreviewArea | null;
}

/** A preview with everything that a look draws. */
export interface ShownPost {
  account: Account;
  preview: Preview;
  files: ShownFile[];
  /** The frame that is the cover of a video, in milliseconds. */
  coverMs: number | null;
  /** When it goes out; null: now. */
  at: string | null;
}

/** The preview of an account: its own text, or the one that its platform shares. */
export const previewOf = (previews: readonly Preview[], { platform, platformId }: Account): Preview | undefined =>
  previews.find(({ platformIds }) => platformIds?.includes(platformId)) ??
  previews.find((preview) => preview.platformIds === null && preview.platform === platform);

export const issuesOf = (issues: readonly PreviewIssue[], { platform, platformId }: Account): PreviewIssue[] =>
  issues.filter((issue) =>
    issue.platformIds === null ? issue.platform === platform : issue.platformIds.includes(platformId),
  );

/** The files in the order of the post, with what the platform makes of them. */
export const shownFiles = (files: readonly LocalFile[], preview: Preview): ShownFile[] =>
  files.map((file) => {
    const sent = preview.files.find(({ mediaId }) => mediaId !== null && mediaId === file.mediaId);
    const ratio = sent?.width && sent.height ? sent.width / sent.height : null;
    return { ...file, altText: sent?.altText ?? file.altText, ratio, area: sent?.area ?? null };
  });
