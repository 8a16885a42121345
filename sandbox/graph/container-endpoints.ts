import type { Router } from 'express';
import type { AccountCore } from '../account.js';
import type { Refusal, SandboxContext } from '../exchange.js';
import type { SandboxPlatform } from '../types.js';
import type { ContainerPosts, Entity } from './container-posts.js';
import type { Container, Containers } from './containers.js';
import type { MakeEndpoint } from './endpoints.js';
import { list, one } from './fields.js';
import { invalid, notFound } from './wire.js';

/** The differences of the endpoints for containers. */
interface ContainerEndpoints<K extends string> {
  platform: SandboxPlatform;
  containers: Containers;
  posts: ContainerPosts<K>;
  publish: { path: string; scopes: readonly string[]; noContainer: (id: string) => Refusal };
  /** The lists of an account's posts by their paths, and the scopes that each takes. */
  lists: Readonly<Record<K, readonly string[]>>;
  /** The scopes of reading anything by its id. */
  reading: readonly string[];
  userEntity(account: AccountCore): Entity;
  containerEntity(container: Container): Entity;
  /** Other objects that can be read by their ids. */
  otherEntity?(account: AccountCore, id: string): Entity | undefined;
}

/** Adds the endpoints that publish a container, list the posts, and read by id. The last match all remaining paths. */
export function addContainerEndpoints<K extends string>(
  router: Router,
  make: MakeEndpoint,
  { url }: SandboxContext,
  { platform, containers, posts, publish, lists, reading, ...entities }: ContainerEndpoints<K>,
): void {
  router.post(
    `/:version/:owner/${publish.path}`,
    make({ names: ['creation_id'], scopes: publish.scopes, kind: 'publish' }, ({ account, params, req }) => {
      const { creation_id: id } = params;
      if (id === undefined) throw invalid('The parameter creation_id is required');
      const container = containers.find(account, id);
      if (!container) throw publish.noContainer(id);
      posts.check(container);
      return async () => ({ status: 200, body: { id: await posts.publish(req, account, container) } });
    }),
  );
  for (const name of Object.keys(lists) as K[]) {
    router.get(
      `/:version/:owner/${name}`,
      make({ names: ['fields', 'limit', 'after'], scopes: lists[name] }, ({ account, params, req }) => {
        return () => list(posts.of(account, name), params, `${url}/${platform}${req.path}`);
      }),
    );
  }
  router.get(
    '/:version/:id',
    make({ names: ['fields'], scopes: reading }, ({ account, params, req }) => {
      const id = String(req.params.id);
      const isOwner = id === 'me' || id === account.accountId;
      const container = containers.find(account, id);
      const entity = () => {
        if (isOwner) return entities.userEntity(account);
        if (container) return entities.containerEntity(container);
        return posts.find(account, id) ?? entities.otherEntity?.(account, id);
      };
      if (!entity()) throw notFound(id);
      return () => one(entity() ?? {}, params.fields);
    }),
  );
}
