import { html, type Markup, page } from '../../foundation/http/page.js';
import { NOTIFICATION_KINDS, type NotificationKind } from './notifications.js';

const SETTINGS_PAGE = '/settings/notifications';

const list = (kinds: readonly NotificationKind[]): Markup =>
  html`<ul class="kinds">${kinds.map((kind) => html`<li>${NOTIFICATION_KINDS[kind].description}</li>`)}</ul>`;

/** Opening a link changes nothing, because mail scanners open links too. Only the button does. */
export const unsubscribePage = (path: string, kinds: readonly NotificationKind[]): string =>
  page(
    'Stop these e-mails?',
    html`<h1>Stop these e-mails?</h1>
<p>You will no longer get an e-mail when this happens, in any of your accounts:</p>
${list(kinds)}
<p class="soft">What the dashboard lists does not change. E-mails about your password and your account are sent as before.</p>
<form method="post" action="${path}">
<button>Stop these e-mails</button>
</form>`,
  );

/** `hasDashboard`: whether the service has the page that it links to. */
export const unsubscribedPage = (kinds: readonly NotificationKind[], hasDashboard: boolean): string =>
  page(
    'These e-mails are stopped',
    html`<h1>These e-mails are stopped</h1>
<p>You no longer get an e-mail when this happens:</p>
${list(kinds)}
<p class="soft">To get them again, choose so in ${hasDashboard ? html`the <a href="${SETTINGS_PAGE}">settings of your notifications</a>` : 'the settings of your notifications'}.</p>`,
  );
