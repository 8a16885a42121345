/** The address of a database that has one host, or several of which one accepts writes, in the form of libpq. */
export interface DatabaseUrl {
  /** The same address for each host alone, at least one. */
  hosts: readonly [string, ...string[]];
  /** Whether a host that accepts no writes is refused: requested, or implied by several hosts. */
  isReadWrite: boolean;
}

const ATTRIBUTE = 'target_session_attrs';
/** Of libpq's values, those that the service can work with. */
const READ_WRITE = ['read-write', 'primary'];

/** Reads `postgres://user:password@host:port,host:port/database?target_session_attrs=read-write`; null: it is none. */
export function parseDatabaseUrl(given: string): DatabaseUrl | null {
  const [, start = '', places = '', end = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(given) ?? [];
  if (!start) return null;
  const urls = places.split(',').map((place) => `${start}${place}${end}`);
  if (!urls.every((url) => URL.canParse(url))) return null;
  const attributes = new URL(urls[0] ?? '').searchParams.get(ATTRIBUTE);
  if (attributes !== null && !READ_WRITE.includes(attributes)) return null;
  const [first = '', ...others] = urls.map(withoutAttribute);
  return { hosts: [first, ...others], isReadWrite: attributes !== null || others.length > 0 };
}

function withoutAttribute(given: string): string {
  const url = new URL(given);
  if (!url.searchParams.has(ATTRIBUTE)) return given;
  url.searchParams.delete(ATTRIBUTE);
  return url.href;
}

/** Hosts, ports and name, without credentials and options. */
export const placeOf = (given: string): string => {
  const urls = (parseDatabaseUrl(given)?.hosts ?? [given]).map((host) => new URL(host));
  return `${urls.map(({ host }) => host).join(',')}${urls[0]?.pathname}`;
};
