import type { AccountCore } from '../account.js';
import type { SandboxContext } from '../exchange.js';
import { fetchMedia } from '../fetch-media.js';
import type { ReceivedFile } from '../received-files.js';
import { asMedia } from '../received-files.js';
import type { SandboxMedia } from '../types.js';
import { nothingToDo, type Work } from '../work.js';
import type { Ids } from './ids.js';
import { type GraphProblem, invalid, refuse } from './wire.js';

/** How long a container can be published. */
const lifetimeMs = 24 * 3_600_000;

/** Containers that are remembered. */
const remembered = 10_000;

/** The data of a new container. */
export interface ContainerDraft {
  type: 'TEXT' | 'IMAGE' | 'VIDEO' | 'CAROUSEL';
  isItem: boolean;
  text: string;
  /** Where the file of an image or a video is. */
  url: string | null;
  children: Container[];
  /** Further fields of its post. */
  more: Readonly<Record<string, unknown>>;
}

export interface Container extends ContainerDraft {
  id: string;
  accountId: string;
  media: SandboxMedia[];
  createdAt: number;
  /** Null while its file is being fetched. */
  work: Work | null;
  /** Why it can never be published. */
  problem: GraphProblem | null;
  /** Whether a post was made from it, which is done once. */
  isPublished: boolean;
}

export type Status = 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED';

export function statusOf({ isPublished, createdAt, work, problem }: Container): Status {
  if (isPublished) return 'PUBLISHED';
  if (createdAt + lifetimeMs <= Date.now()) return 'EXPIRED';
  if (!work?.isDone()) return 'IN_PROGRESS';
  return problem ? 'ERROR' : 'FINISHED';
}

/** What is wrong with a file that was fetched; null for one that may be published. */
export type CheckFile = (draft: ContainerDraft, file: ReceivedFile) => GraphProblem | null;

export const notFetched: GraphProblem = {
  code: 9004,
  subcode: 2207052,
  message: 'Only photo or video can be accepted as media type.',
};

/** The containers of the accounts. They are not kept beyond the end of the sandbox. */
export class Containers {
  private readonly containers = new Map<string, Container>();

  constructor(
    private readonly context: SandboxContext,
    private readonly ids: Ids,
    private readonly check: CheckFile,
  ) {}

  /** Makes a container. Images are fetched at once, and refused at once; videos are fetched after the response. */
  async create({ accountId }: AccountCore, draft: ContainerDraft): Promise<Container> {
    const container: Container = {
      ...draft,
      id: this.ids.next(),
      accountId,
      media: draft.children.flatMap(({ media }) => media),
      createdAt: Date.now(),
      work: draft.url === null ? nothingToDo : null,
      problem: null,
      isPublished: false,
    };
    const fetched = this.fetch(container);
    if (draft.type === 'IMAGE') {
      await fetched;
      if (container.problem) throw refuse(container.problem);
    }
    this.containers.set(container.id, container);
    for (const id of this.containers.keys()) {
      if (this.containers.size <= remembered) break;
      this.containers.delete(id);
    }
    return container;
  }

  find({ accountId }: AccountCore, id: string): Container | undefined {
    const container = this.containers.get(id);
    return container?.accountId === accountId ? container : undefined;
  }

  /** The containers of a carousel's files, which must be finished. */
  items(account: AccountCore, children: string, max: number, unfinished: GraphProblem): Container[] {
    const ids = children.replace(/^\[|\]$|"/g, '').split(',');
    if (ids.length < 2 || ids.length > max) {
      throw refuse({ code: 100, subcode: 2207028, message: `A carousel has 2 to ${max} items` });
    }
    return ids.map((id) => {
      const container = this.find(account, id);
      if (!container?.isItem) throw invalid(`Param children: ${id} is no item of a carousel`);
      if (statusOf(container) !== 'FINISHED') throw refuse(unfinished);
      return container;
    });
  }

  private async fetch(container: Container): Promise<void> {
    if (container.url === null) return;
    const file = await fetchMedia(this.context, container.url);
    container.problem = file ? this.check(container, file) : notFetched;
    if (file) container.media = [asMedia(file)];
    container.work = container.type === 'VIDEO' ? this.context.beginWork() : nothingToDo;
  }
}
