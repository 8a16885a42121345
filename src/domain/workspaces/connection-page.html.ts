/** The connection page as HTML: a pure function of what it shows. */

import { html, type Markup, nameOf, page } from '../../foundation/http/page.js';
import type { CredentialField } from '../../platforms/port/platform.js';
import type { Connectable } from '../accounts/connectable.js';
import type { Connection } from '../accounts/connection.repository.js';
import { credentialInputs, type Refused } from '../accounts/credential-inputs.html.js';
import { platformGlyph } from '../accounts/platform-glyph.html.js';
import { TokenStatus, tokenExpiresIn, tokenStatus } from '../accounts/token-expiry.js';

const TITLE = 'Connect your accounts';

/** The form of a platform that was sent and refused. */
export interface RefusedForm extends Refused {
  platform: string;
  /** Its login, where it has a form for what is typed in, too. */
  isLogin: boolean;
}

export interface ConnectionPageView {
  /** Path of the page; its forms are sent to paths below it. */
  path: string;
  displayName: string;
  /** What was done just now. */
  notice: string | null;
  accounts: readonly Connection[];
  platforms: readonly Connectable[];
  refused: RefusedForm | null;
  now: Date;
}

/** The page of a visitor whose link is good. */
export function connectionPage(view: ConnectionPageView): string {
  const { path, displayName, notice, accounts, platforms, refused, now } = view;
  const news = notice ?? (refused && `Error: ${refused.message}`);
  return page(
    news ? `${news} – ${TITLE}` : TITLE,
    html`<h1>Hello, ${displayName}</h1>
<p class="soft">Connect your accounts here so that posts can be published to them. This page needs no password: keep its
address to yourself.</p>
${notice && html`<p class="notice" role="status">${notice}</p>`}
<h2 id="accounts">Your accounts</h2>
${
  accounts.length === 0
    ? html`<p class="soft">No accounts are connected yet.</p>`
    : html`<ul aria-labelledby="accounts">${accounts.map((account) => accountItem(path, account, now))}</ul>`
}
<h2>Connect an account</h2>
<div class="platforms">
${platforms
  .filter(({ typed, login }) => typed || login?.isConfigured)
  .map((each) => platformCard(path, each, refused?.platform === each.platform ? refused : null))}
</div>`,
  );
}

function accountItem(path: string, account: Connection, now: Date): Markup {
  const { platformId, username } = account;
  const platform = nameOf(account.platform);
  const status = tokenStatus(account, now);
  return html`<li class="card account">
${platformGlyph(account.platform)}
<div><p><strong>${username}</strong> <span class="soft">on ${platform}</span></p>
<p class="status ${status}">${STATUS_WORDS[status](tokenExpiresIn(account, now))}</p></div>
<details><summary aria-label="Disconnect ${username} on ${platform}">Disconnect</summary>
<form method="post" action="${path}/disconnect">
<p>Scheduled posts to ${username} will fail.</p>
<button class="disconnect" name="platformId" value="${platformId}">Disconnect ${username}</button>
</form></details>
</li>`;
}

const STATUS_WORDS: Record<TokenStatus, (left: string | null) => string> = {
  [TokenStatus.NOT_EXPIRING]: () => 'Connected',
  [TokenStatus.VALID]: (left) => `Connected, valid for ${left}`,
  [TokenStatus.EXPIRING_SOON]: (left) => `Connected, but only valid for ${left}: reconnect it`,
  [TokenStatus.EXPIRED]: () => 'Access has expired: reconnect it',
};

/** A button: it leads to the login at once, or opens the form of what is needed for it. */
function platformCard(path: string, { platform, typed, login }: Connectable, refused: RefusedForm | null): Markup {
  const name = nameOf(platform);
  if (login?.isConfigured && login.fields.length === 0 && !typed && !refused) {
    return html`<form method="post" action="${path}/${platform}/login">
<button class="platform" aria-label="Log in at ${name}">${platformGlyph(platform)}${name}</button>
</form>`;
  }
  const loginForm =
    login?.isConfigured === true &&
    form(
      `${path}/${platform}/login`,
      `${platform}-login`,
      login.fields,
      `Log in at ${name}`,
      refused?.isLogin ? refused : null,
    );
  const typedForm =
    typed && form(`${path}/${platform}`, platform, typed.fields, `Connect ${name}`, refused?.isLogin ? null : refused);
  return html`<details class="card platform" name="platform"${refused && html` open`}>
<summary>${platformGlyph(platform)}<h3>${name}</h3></summary>
${loginForm}${loginForm && typedForm && html`<p class="soft or">Or connect without a login:</p>`}${typedForm}
</details>`;
}

const form = (
  action: string,
  id: string,
  fields: readonly CredentialField[],
  button: string,
  refused: RefusedForm | null,
): Markup =>
  html`<form method="post" action="${action}" autocomplete="off">
${credentialInputs(id, fields, refused)}
<button>${button}</button>
</form>`;
