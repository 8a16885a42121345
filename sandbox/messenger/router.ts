import express, { type Request, type Router } from 'express';
import type { AccountCore } from '../account.js';
import { type Call, endpoint, type SandboxContext, wireErrors } from '../exchange.js';
import { receiveForms } from '../received-files.js';
import { maxUploadBytes, prepareAlbum, prepareSingle } from './media-messages.js';
import { botId, chatEntity, type Draft, Messages } from './messages.js';
import { Parameters } from './parameters.js';
import { badRequest, messengerWire, refuse, success } from './wire.js';

const botEntity = (account: AccountCore): Record<string, unknown> => ({
  id: botId(account),
  is_bot: true,
  first_name: account.displayName,
  username: `${account.username}_bot`,
});

// Only getMe returns these.
const botAbilities = {
  can_join_groups: true,
  can_read_all_group_messages: false,
  supports_inline_queries: false,
  can_connect_to_business: false,
  has_main_web_app: false,
};

// The bot posts to its channel as an administrator.
const rights = {
  can_be_edited: false,
  can_manage_chat: true,
  can_change_info: false,
  can_post_messages: true,
  can_edit_messages: true,
  can_delete_messages: true,
  can_invite_users: false,
  can_restrict_members: false,
  can_promote_members: false,
  can_manage_video_chats: false,
  can_post_stories: false,
  can_edit_stories: false,
  can_delete_stories: false,
  is_anonymous: false,
};

/** The part of the Bot API that posting needs. It cannot read sent messages. */
export function messengerRouter(context: SandboxContext): Router {
  const wire = messengerWire();
  const messages = new Messages(context);
  const router = express.Router();

  const single = (account: AccountCore, req: Request, draft: Draft) => async () =>
    success((await messages.send(req, account, draft))[0]);

  const methods: Record<string, (account: AccountCore, req: Request) => Call['run']> = {
    getme(account, req) {
      new Parameters('getme', req);
      return () => success({ ...botEntity(account), ...botAbilities });
    },
    getchat(account, req) {
      const chat = messages.chat(account, new Parameters('getchat', req));
      const gifts = {
        unlimited_gifts: false,
        limited_gifts: false,
        unique_gifts: false,
        premium_subscription: false,
        gifts_from_channels: false,
      };
      return () =>
        success({
          ...chatEntity(chat),
          active_usernames: [chat.username],
          accent_color_id: 0,
          max_reaction_count: 11,
          accepted_gift_types: gifts,
        });
    },
    getchatmember(account, req) {
      const parameters = new Parameters('getchatmember', req);
      messages.chat(account, parameters);
      const userId = parameters.id('user_id');
      if (!/^[1-9]\d*$/.test(userId)) throw badRequest('invalid user_id specified');
      if (Number(userId) !== botId(account)) throw badRequest('member not found');
      return () => success({ user: botEntity(account), status: 'administrator', ...rights });
    },
    deletemessages(account, req) {
      const parameters = new Parameters('deletemessages', req);
      const remove = messages.prepareDeletion(account, parameters);
      return async () => {
        await remove();
        return success(true);
      };
    },
    sendmessage: (account, req) => single(account, req, messages.prepare(account, req)),
    sendphoto: (account, req) => single(account, req, prepareSingle(messages, 'photo', account, req)),
    sendvideo: (account, req) => single(account, req, prepareSingle(messages, 'video', account, req)),
    sendanimation: (account, req) => single(account, req, prepareSingle(messages, 'animation', account, req)),
    sendmediagroup(account, req) {
      const draft = prepareAlbum(messages, account, req);
      return async () => success(await messages.send(req, account, draft));
    },
  };

  const prepare = (req: Request): Call => {
    // A token without its form is no bot's address at all; one with the form is merely unknown.
    const token = String(req.params.token);
    if (!/^\d+:/.test(token)) throw refuse(404, 'Not Found');
    const account = context.store.accountByLogin('messenger', token);
    if (!account) throw refuse(401, 'Unauthorized');
    // Method names are case-insensitive.
    const method = methodName(req);
    const run = Object.hasOwn(methods, method) ? methods[method]?.(account, req) : undefined;
    if (!run) throw refuse(404, 'Not Found');
    return { accountId: account.accountId, run };
  };
  const publish = endpoint(context, wire, 'publish', prepare);
  const other = endpoint(context, wire, 'other', prepare);

  router.use(express.json({ limit: '1mb', strict: false }), express.urlencoded({ extended: false, limit: '1mb' }));
  router.use(receiveForms(maxUploadBytes));
  router.all('/bot:token/:method', (req, res, next) =>
    req.method !== 'GET' && req.method !== 'POST'
      ? next()
      : (methodName(req).startsWith('send') ? publish : other)(req, res, next),
  );
  router.use(
    endpoint(context, wire, 'other', () => {
      throw refuse(404, 'Not Found');
    }),
  );
  router.use(wireErrors(wire));
  return router;
}

const methodName = (req: Request): string => String(req.params.method).toLowerCase();
