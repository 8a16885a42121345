/** The credential fields of a platform as form inputs. */
import { html, type Markup } from '../../foundation/http/page.js';
import type { CredentialField } from '../../platforms/port/platform.js';

/** A rejected form: it is shown again with its values, except for secrets. */
export interface Refused {
  message: string;
  /** By field name. */
  values: ReadonlyMap<string, string>;
}

/** `form` prefixes the ids on the page. */
export function credentialInputs(form: string, fields: readonly CredentialField[], refused: Refused | null): Markup {
  const errorId = refused && `${form}-error`;
  return html`${refused && html`<p class="error" role="alert" id="${errorId}">${refused.message}</p>`}
${fields.map((field, index) => {
  const id = `${form}-${field.name}`;
  const value = field.secret ? '' : (refused?.values.get(field.name) ?? '');
  return html`<label for="${id}">${field.label}${field.optional && html` <small>(optional)</small>`}</label>
<p class="hint" id="${id}-hint">${field.hint}</p>
<input id="${id}" name="${field.name}" type="${field.secret ? 'password' : 'text'}" value="${value}"
aria-describedby="${index === 0 && errorId && `${errorId} `}${id}-hint" autocomplete="off" autocapitalize="none"
spellcheck="false"${!field.optional && html` required`}${index === 0 && refused && html` autofocus`}>`;
})}`;
}
