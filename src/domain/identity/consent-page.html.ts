/** The page on which a user allows an application to act for the account, as HTML. */
import { html, page } from '../../foundation/http/page.js';
import type { ApplicationScope } from './access/scope.js';
import type { AuthorizationRequest } from './applications/authorization-request.js';
import { isDocumentAddress, isLoopback } from './applications/oauth-client.js';

const RIGHTS: Record<ApplicationScope, string> = {
  READ: 'See your connected accounts, posts, files, statistics and usage',
  DRAFT: 'Create, change and delete drafts and their files; a person publishes them',
  PUBLISH:
    'Create, change, publish and delete posts and files, comment, and remove what is live on your connected accounts',
};

export const consentPage = (
  path: string,
  { client: { clientId, name }, redirectUri, scopes }: AuthorizationRequest,
  { email, account, userId }: { email: string; account: string; userId: string },
): string =>
  page(
    `Connect ${name}`,
    html`<h1>Connect ${name}?</h1>
<p class="soft">You are signed in as <strong>${email}</strong>${
      account !== email && html`, to the account <strong>${account}</strong>`
    }.</p>
<h2>It will be able to</h2>
<ul class="rights">
${scopes.map((scope) => html`<li>${RIGHTS[scope]}</li>`)}
</ul>
<h2>It is at</h2>
<p><strong>${new URL(redirectUri).host}</strong>${isLoopback(redirectUri) && ', a program on this computer'}</p>
${isDocumentAddress(clientId) && html`<p class="soft">Described at ${new URL(clientId).host}</p>`}
<p class="soft">An application chooses its own name. Allow it only if you have just begun to connect it, and trust this
address. You can disconnect it in the settings at any time.</p>
<form method="post" action="${path}">
<input type="hidden" name="user" value="${userId}">
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny" class="plain">Do not allow</button>
</form>`,
  );
