import { Router } from 'express';
import { CATALOGUE } from '../foundation/errors/catalogue.js';
import { ERRORS_PATH, guidanceOf } from '../foundation/errors/guidance.js';
import { messageForm } from '../foundation/errors/message-form.js';
import { RAISED } from '../foundation/graphql/operation-error.types.js';
import { html, page, pageHeaders } from '../foundation/http/page.js';

/** The page of all errors of GraphQL, made from the catalogue: `extensions.documentation` leads to its sections. */
export function makeErrorPageRouter(): Router {
  // Made when it is first read: few processes serve it.
  let text: string | undefined;
  return Router().get(ERRORS_PATH, pageHeaders, (_request, response) => {
    text ??= page('Errors', html`<h1>Errors</h1>${RAISED.map(([code]) => section(code))}`);
    response.type('html').send(text);
  });
}

function section(code: (typeof RAISED)[number][0]) {
  const { fault, advice, retryable } = guidanceOf(code);
  const details = Object.entries<string>(CATALOGUE[code].details);
  return html`<section id="${code}">
<h2>${code}</h2>
<p>${messageForm(code)}</p>
<p>${advice}</p>
<p>Who has to act: ${fault}. ${retryable ? 'The same request may succeed later.' : 'The same request fails again.'}</p>
${details.length > 0 ? html`<ul>${details.map(([name, description]) => html`<li><code>${name}</code>: ${description}</li>`)}</ul>` : ''}
</section>
`;
}
