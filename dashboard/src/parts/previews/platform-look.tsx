import { LOOKS } from './looks.js';
import type { ShownPost } from './preview.types.js';
import classes from './previews.module.css';
import themes from './themes.module.css';

/** A post as its platform shows it. */
export function PlatformLook({ post }: { post: ShownPost }) {
  const { platform } = post.preview;
  const Look = LOOKS[platform];
  const name = platform.toLowerCase() as Lowercase<typeof platform>;
  return (
    <div className={`${themes.theme} ${themes[name]} ${classes.frame}`} data-look={name}>
      <Look post={post} />
    </div>
  );
}
