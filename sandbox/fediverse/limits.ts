/** The longest status, content warning included. */
export const maxCharacters = 500;

/** The most files of a status. */
export const maxAttachments = 4;

/** The longest text about an upload. */
export const maxDescription = 1500;

/** What may be uploaded, by what it is. */
export const mediaLimits = {
  supported: [
    ...['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/heic', 'image/heif', 'image/avif'],
    ...['video/mp4', 'video/quicktime', 'video/webm'],
  ],
  imageBytes: 16 * 1024 * 1024,
  videoBytes: 99 * 1024 * 1024,
  /** Pixels. */
  imageMatrix: 33_177_600,
  videoMatrix: 8_294_400,
  /** Frames per second. */
  videoFrameRate: 120,
};

/** The longest request with a file, as the web server in front of an instance sets it. */
export const maxUploadBytes = 100 * 1024 * 1024;

/** The instance's limits as `GET /api/v2/instance` publishes them. */
export function instanceEntity(baseUrl: string, host: string): Record<string, unknown> {
  return {
    domain: host,
    title: 'Sandbox',
    version: '4.4.0',
    source_url: 'https://github.com/mastodon/mastodon',
    description: 'A local fake of a fediverse server.',
    usage: { users: { active_month: 1 } },
    thumbnail: { url: `${baseUrl}/thumbnail.png`, blurhash: null, versions: {} },
    icon: [],
    languages: ['en'],
    configuration: {
      urls: { streaming: null, status: null, about: null, privacy_policy: null, terms_of_service: null },
      vapid: { public_key: '' },
      accounts: { max_featured_tags: 10, max_pinned_statuses: 5 },
      statuses: {
        max_characters: maxCharacters,
        max_media_attachments: maxAttachments,
        characters_reserved_per_url: 23,
      },
      media_attachments: {
        description_limit: maxDescription,
        supported_mime_types: mediaLimits.supported,
        image_size_limit: mediaLimits.imageBytes,
        image_matrix_limit: mediaLimits.imageMatrix,
        video_size_limit: mediaLimits.videoBytes,
        video_frame_rate_limit: mediaLimits.videoFrameRate,
        video_matrix_limit: mediaLimits.videoMatrix,
      },
      polls: { max_options: 4, max_characters_per_option: 50, min_expiration: 300, max_expiration: 2_629_746 },
      translation: { enabled: false },
      limited_federation: false,
    },
    registrations: {
      enabled: false,
      approval_required: false,
      reason_required: false,
      message: null,
      min_age: null,
      url: null,
    },
    api_versions: { mastodon: 6 },
    contact: { email: 'admin@sandbox.test', account: null },
    rules: [],
  };
}
