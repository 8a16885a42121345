import type { SandboxPlatform } from './types.js';

/** The least a post needs to be kept in order. */
interface Identified {
  platform: SandboxPlatform;
  postedId: string;
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Record keys sort as text; the numeric ids of the other platforms sort as numbers. */
function compareIds(platform: SandboxPlatform, a: string, b: string): number {
  return platform === 'skyfeed' ? compareText(a, b) : a.length - b.length || compareText(a, b);
}

/** One account's posts in the order of their ids; looking one up takes no walk through the history. */
export class SortedPosts<Post extends Identified> {
  private readonly posts: Post[] = [];

  constructor(private readonly platform: SandboxPlatform) {}

  get length(): number {
    return this.posts.length;
  }

  insert(post: Post): void {
    this.posts.splice(this.countBelow(post.postedId), 0, post);
  }

  remove(post: Post): void {
    const at = this.countBelow(post.postedId);
    if (this.posts[at] === post) this.posts.splice(at, 1);
  }

  /** How many posts have an id below this one. */
  countBelow(postedId: string): number {
    let low = 0;
    let high = this.posts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const post = this.posts[middle];
      if (post && compareIds(this.platform, post.postedId, postedId) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  at(index: number): Post | undefined {
    return this.posts[index];
  }
}
