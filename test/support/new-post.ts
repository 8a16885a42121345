/** The input of createPost from what it and its post have, in one object. */
export const newPost = ({
  content,
  platformIds,
  platformSettings,
  overrides,
  media,
  ...input
}: Record<string, unknown>) => ({
  post: { content, platformIds, platformSettings, overrides, media },
  ...input,
});
