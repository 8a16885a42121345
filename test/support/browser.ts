import { parseSetCookie } from 'cookie';
import { request } from 'undici';

/** A form of a page, with the values that its inputs have. */
export interface Form {
  action: string;
  method: string;
  /** In the order of the page; of choices those that are made. */
  values: [name: string, value: string][];
  /** What may be chosen: checkboxes and radio buttons. */
  choices: [name: string, value: string][];
}

/** What a browser shows. */
export interface Shown {
  url: string;
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  forms: Form[];
}

const MAX_REDIRECTS = 10;

/** The tests' browser: it keeps cookies by host, follows redirects, and says which page a request comes from. */
export class Browser {
  /** Every address that it opened, with what was sent. */
  readonly visited: string[] = [];
  private readonly cookies = new Map<string, string>();

  private readonly fetchMetadata: boolean;
  private readonly host: string | null;

  /**
   * `cookie` is what it has from before; without `fetchMetadata` it is one that does not know Sec-Fetch-Site. With `host`,
   * its cookies are those of this host name alone.
   */
  constructor({
    cookie,
    fetchMetadata = true,
    host,
  }: { cookie?: string; fetchMetadata?: boolean; host?: string } = {}) {
    this.fetchMetadata = fetchMetadata;
    this.host = host ?? null;
    if (cookie) this.receive(cookie);
  }

  /** Takes a cookie, `name=value`, in place of the one of that name. */
  receive(cookie: string): void {
    const [name = '', ...value] = cookie.split('=');
    this.cookies.set(name, value.join('='));
  }

  /** Opens an address that was typed in, or with `from` a link of that page. */
  open(url: string, { from }: { from?: string } = {}): Promise<Shown> {
    return this.go('GET', url, { from });
  }

  /** Sends a form with its values, except for the given ones (a list: exactly these choices). */
  send(shown: Shown, form: Form | undefined, values: Record<string, string | string[]> = {}): Promise<Shown> {
    if (!form) throw new Error(`${shown.url} has no such form: ${shown.text}`);
    const sent = new URLSearchParams(form.values.filter(([name]) => !(name in values)));
    for (const [name, value] of Object.entries(values)) for (const each of [value].flat()) sent.append(name, each);
    const action = new URL(form.action || shown.url, shown.url);
    if (form.method === 'get') {
      action.search = sent.toString();
      return this.go('GET', action.href, { from: shown.url });
    }
    return this.go('POST', action.href, { from: shown.url, body: sent.toString() });
  }

  private async go(
    method: 'GET' | 'POST',
    url: string,
    { from, body }: { from?: string; body?: string },
  ): Promise<Shown> {
    const origin = from && new URL(from).origin;
    let at = url;
    let sent = body;
    let site = from ? 'same-origin' : 'none';
    let how: 'GET' | 'POST' = method;
    for (let step = 0; step < MAX_REDIRECTS; step++) {
      this.visited.push(at);
      const hasCookies = this.host === null || this.host === new URL(at).hostname;
      // It stays so, wherever it is led on to.
      if (origin && origin !== new URL(at).origin) site = 'cross-site';
      const answer = await request(at, {
        method: how,
        headers: {
          accept: 'text/html',
          ...(hasCookies &&
            this.cookies.size > 0 && { cookie: [...this.cookies].map((pair) => pair.join('=')).join('; ') }),
          ...(this.fetchMetadata && { 'sec-fetch-site': site }),
          ...(site === 'same-origin' && { referer: from }),
          ...(sent !== undefined && { origin, 'content-type': 'application/x-www-form-urlencoded' }),
        },
        body: sent ?? null,
      });
      for (const header of [answer.headers['set-cookie'] ?? []].flat()) {
        const { name, value } = parseSetCookie(header);
        if (hasCookies) this.cookies.set(name, value ?? '');
      }
      const text = await answer.body.text();
      const { location } = answer.headers;
      if (answer.statusCode < 300 || answer.statusCode > 399 || typeof location !== 'string') {
        return { url: at, status: answer.statusCode, headers: answer.headers, text, forms: formsOf(text) };
      }
      at = new URL(location, at).href;
      how = 'GET';
      sent = undefined;
    }
    throw new Error(`${url} redirects too often`);
  }
}

function formsOf(text: string): Form[] {
  return [...text.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(([, head = '', body = '']) => {
    const inputs = [...body.matchAll(/<input\b([^>]*)>/gs)].map(([, attributes = '']) => ({
      name: attribute(attributes, 'name'),
      value: attribute(attributes, 'value'),
      type: attribute(attributes, 'type'),
      checked: /\schecked\b/.test(attributes),
    }));
    const isChoice = ({ type }: { type: string }) => type === 'checkbox' || type === 'radio';
    const pair = ({ name, value }: { name: string; value: string }): [string, string] => [name, value];
    return {
      action: attribute(head, 'action'),
      method: attribute(head, 'method') || 'get',
      values: inputs.filter((input) => !isChoice(input) || input.checked).map(pair),
      choices: inputs.filter(isChoice).map(pair),
    };
  });
}

const attribute = (text: string, name: string): string =>
  unescaped(new RegExp(`\\s${name}="([^"]*)"`).exec(text)?.[1] ?? '');

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const unescaped = (text: string): string =>
  text.replace(/&(?:#(\d+)|(\w+));/g, (_, code, name) => (code ? String.fromCharCode(code) : (NAMED[name] ?? '')));
