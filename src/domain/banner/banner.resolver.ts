import { Query, Resolver } from 'type-graphql';
import type { Db } from '../../foundation/database/unit-of-work.js';
import type { Viewer } from '../identity/access/viewer.js';
import { AnyViewer } from '../identity/graphql/viewer.context.js';
import type { Banner } from './banner.js';
import { findBanner } from './banner.repository.js';
import { BannerType } from './banner.types.js';

@Resolver()
export class BannerResolver {
  constructor(private readonly needs: { db: Db; clock: () => Date }) {}

  @Query(() => BannerType, {
    nullable: true,
    description: 'What the operator of the service says to all users of the dashboard; null: nothing.',
  })
  banner(@AnyViewer() _viewer: Viewer): Promise<Banner | null> {
    return findBanner(this.needs.db, this.needs.clock());
  }
}
