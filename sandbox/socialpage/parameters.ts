// The parameters of the page's edges in the specification, as far as a post of the service could have them.
export const feedParameters = ['message', 'attached_media', 'published', 'link', 'scheduled_publish_time', 'targeting'];
export const photoParameters = [
  ...['url', 'published', 'caption', 'message', 'alt_text_custom', 'temporary', 'no_story'],
  ...['scheduled_publish_time', 'unpublished_content_type', 'targeting'],
];
export const videoParameters = [
  ...['upload_phase', 'file_size', 'upload_session_id', 'start_offset', 'video_file_chunk', 'description', 'title'],
  ...['published', 'file_url', 'source', 'scheduled_publish_time', 'thumb', 'targeting'],
];

/** Which of them each phase of an upload takes. */
export const phaseParameters = {
  start: ['file_size'],
  transfer: ['upload_session_id', 'start_offset', 'video_file_chunk'],
  finish: ['upload_session_id', 'description'],
} as const;

/** The sandbox does not do these; refusing beats silently publishing something else. */
export const unsupported = [
  ...['link', 'scheduled_publish_time', 'targeting', 'temporary', 'no_story', 'unpublished_content_type'],
  ...['file_url', 'source', 'thumb', 'title'],
];
