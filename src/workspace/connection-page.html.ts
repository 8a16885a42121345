/** The connection page as HTML: a pure function of what it shows. It needs no script and loads nothing. */
import { createHash } from 'node:crypto';
import type { Connection } from '../connections/connection.repository.js';
import type { ConnectablePlatforms } from '../connections/connection.resolver.js';
import { TokenStatus, tokenExpiresIn, tokenStatus } from '../connections/token-expiry.js';
import type { CredentialField } from '../platforms/platform.js';
import { connectionPageStyle } from './connection-page.style.js';

const TITLE = 'Connect your accounts';

/** A form that was sent and refused: it is shown again with what was typed in, but for the secrets. */
export interface RefusedForm {
  platform: string;
  /** By field name. */
  values: ReadonlyMap<string, string>;
  message: string;
}

export interface ConnectionPageView {
  /** Path of the page; its forms are sent to paths below it. */
  path: string;
  displayName: string;
  /** What was done just now. */
  notice: string | null;
  accounts: readonly Connection[];
  platforms: ConnectablePlatforms;
  refused: RefusedForm | null;
  now: Date;
}

/** Lets nothing but the page's own style and forms work on it: names on it were chosen by others. */
export const connectionPagePolicy =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(connectionPageStyle).digest('base64')}'; ` +
  "form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** The page of a visitor whose link is good. */
export function connectionPage(view: ConnectionPageView): string {
  const { path, displayName, notice, accounts, platforms, refused, now } = view;
  const news = notice ?? (refused && `Error: ${refused.message}`);
  return page(
    news ? `${news} – ${TITLE}` : TITLE,
    html`<h1>Hello, ${displayName}</h1>
<p class="soft">Connect your accounts here, so that posts can go out to them. This page needs no password: keep its
address to yourself.</p>
${notice && html`<p class="notice" role="status">${notice}</p>`}
<h2 id="accounts">Your accounts</h2>
${
  accounts.length === 0
    ? html`<p class="soft">None is connected yet.</p>`
    : html`<ul aria-labelledby="accounts">${accounts.map((account) => accountItem(path, account, now))}</ul>`
}
<h2>Connect an account</h2>
${platforms.map(({ platform, fields }) =>
  platformForm(path, platform, fields, refused?.platform === platform ? refused : null),
)}`,
  );
}

/** What is shown instead, when something is wrong. `requestId` finds the log of a failure that is ours. */
export const connectionPageError = (message: string, requestId: string | null): string =>
  page(
    message,
    html`<h1>${message}</h1>
${requestId && html`<p class="soft">Try again in a while. If it goes on, report this number: <code>${requestId}</code></p>`}`,
  );

function accountItem(path: string, account: Connection, now: Date): Markup {
  const { platformId, username } = account;
  const platform = nameOf(account.platform);
  const status = tokenStatus(account, now);
  return html`<li class="card account">
<p><strong>${username}</strong> <span class="soft">on ${platform}</span></p>
<p class="status ${status}">${STATUS_WORDS[status](tokenExpiresIn(account, now))}</p>
<details><summary aria-label="Disconnect ${username} on ${platform}">Disconnect</summary>
<form method="post" action="${path}/disconnect">
<p>Posts that are still to go out to ${username} will fail.</p>
<button class="disconnect" name="platformId" value="${platformId}">Disconnect ${username}</button>
</form></details>
</li>`;
}

const STATUS_WORDS: Record<TokenStatus, (left: string | null) => string> = {
  [TokenStatus.UNKNOWN]: () => 'Connected',
  [TokenStatus.VALID]: (left) => `Connected, for ${left}`,
  [TokenStatus.EXPIRING_SOON]: (left) => `Connected, but only for ${left}: connect it again`,
  [TokenStatus.EXPIRED]: () => 'Access has ended: connect it again',
};

function platformForm(
  path: string,
  platform: string,
  fields: readonly CredentialField[],
  refused: RefusedForm | null,
): Markup {
  const errorId = refused && `${platform}-error`;
  return html`<details class="card platform" name="platform"${refused && html` open`}>
<summary><h3>${nameOf(platform)}</h3></summary>
<form method="post" action="${path}/${platform}" autocomplete="off">
${refused && html`<p class="error" role="alert" id="${errorId}">${refused.message}</p>`}
${fields.map((field, index) => {
  const id = `${platform}-${field.name}`;
  const value = field.secret ? '' : (refused?.values.get(field.name) ?? '');
  return html`<label for="${id}">${field.label}${field.optional && html` <small>(optional)</small>`}</label>
<p class="hint" id="${id}-hint">${field.hint}</p>
<input id="${id}" name="${field.name}" type="${field.secret ? 'password' : 'text'}" value="${value}"
aria-describedby="${index === 0 && errorId && `${errorId} `}${id}-hint" autocomplete="off" autocapitalize="none"
spellcheck="false"${!field.optional && html` required`}${index === 0 && refused && html` autofocus`}>`;
})}
<button>Connect ${nameOf(platform)}</button>
</form>
</details>`;
}

const nameOf = (platform: string): string => platform.charAt(0).toUpperCase() + platform.slice(1);

const page = (title: string, main: Markup): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Markup(connectionPageStyle)}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`.text;

type Content = Markup | readonly Markup[] | string | false | null;

/** HTML that was written here; whatever else stands in a template is text. */
class Markup {
  constructor(readonly text: string) {}
}

/** A template of HTML: markup stays as it is, text is escaped, nothing is nothing. Attributes stand in double quotes. */
function html(template: TemplateStringsArray, ...contents: Content[]): Markup {
  return new Markup(String.raw({ raw: template }, ...contents.map(toHtml)));
}

function toHtml(content: Content): string {
  if (content instanceof Markup) return content.text;
  if (typeof content === 'string') return content.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return content ? content.map(({ text }) => text).join('\n') : '';
}
