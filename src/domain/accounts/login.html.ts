/** This service's pages of a login at a platform. */
import { html, nameOf, page } from '../../foundation/http/page.js';
import type { CredentialField } from '../../platforms/port/platform.js';
import type { Choice } from './complete-login.use-case.js';
import type { Connection } from './connection.repository.js';
import { credentialInputs, type Refused } from './credential-inputs.html.js';

/**
 * Asks for the fields needed before the login. The form is submitted to the same path, with `kept` as hidden fields.
 */
export function loginFieldsPage(view: {
  platform: string;
  fields: readonly CredentialField[];
  kept: ReadonlyMap<string, string>;
  refused: Refused | null;
}): string {
  const { platform, fields, kept, refused } = view;
  const title = `Connect ${nameOf(platform)}`;
  return page(
    refused ? `Error: ${refused.message} – ${title}` : title,
    html`<h1>${title}</h1>
<form class="card platform" method="get">
${[...kept].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${credentialInputs(platform, fields, refused)}
<button>Log in at ${nameOf(platform)}</button>
</form>`,
  );
}

/** Asks which accounts of a login to connect. */
export function loginChoicePage(view: {
  platform: string;
  choices: readonly Choice[];
  chosen: ReadonlySet<string>;
  error: string | null;
}): string {
  const { platform, choices, chosen, error } = view;
  const title = `Choose accounts on ${nameOf(platform)}`;
  return page(
    error ? `Error: ${error} – ${title}` : title,
    html`<h1>${title}</h1>
<p class="soft">This login gives access to several accounts. Select the accounts to post to.</p>
${error && html`<p class="error" role="alert">${error}</p>`}
<form class="card platform" method="post">
<fieldset><legend>Accounts</legend>
${choices.map(
  ({ accountId, displayName, username, isConnected }) =>
    html`<label class="choice"><input type="checkbox" name="account" value="${accountId}"${
      chosen.has(accountId) && html` checked`
    }> ${displayName} <span class="soft">${username}${isConnected && ', already connected'}</span></label>`,
)}
</fieldset>
<button>Connect</button>
</form>`,
  );
}

/** Shows what was connected, if there is no return address. */
export function loginDonePage(connections: readonly Connection[]): string {
  const words = connectedMessage(connections);
  return page(words, html`<h1>${words}</h1>\n<p class="soft">You can close this page.</p>`);
}

/** `Ann and Bob are connected` */
export function connectedMessage(connections: readonly Pick<Connection, 'username'>[]): string {
  const names = connections.map(({ username }) => username);
  const [last = '', ...others] = names.reverse();
  return others.length === 0 ? `${last} is connected` : `${others.reverse().join(', ')} and ${last} are connected`;
}
