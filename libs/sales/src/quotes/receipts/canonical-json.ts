/** What canonical JSON is made of; members that are absent or null are left out. */
export type CanonicalValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly CanonicalValue[]
  | { readonly [name: string]: CanonicalValue };

/**
 * The one text of a value (RFC 8785): members in the order of their UTF-16 code units, no space,
 * strings and numbers as ECMAScript writes them. Money and quantities are strings; what is absent
 * or null is left out of its object, and there is none in a list.
 * @throws TypeError for what has no canonical text: a fraction, half a surrogate, null in a list
 */
export function canonicalJson(value: CanonicalValue): string {
  if (typeof value === 'string') return textOf(value);
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new TypeError(`Not a whole number: ${value}`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value === null || value === undefined) throw new TypeError('Nothing has no canonical text');
  return objectOf(value as { readonly [name: string]: CanonicalValue });
}

function objectOf(value: { readonly [name: string]: CanonicalValue }): string {
  const names = Object.keys(value)
    .filter((name) => value[name] !== null && value[name] !== undefined)
    .sort((a, b) => (a < b ? -1 : 1));
  return `{${names.map((name) => `${textOf(name)}:${canonicalJson(value[name])}`).join(',')}}`;
}

function textOf(text: string): string {
  if (/\p{Surrogate}/u.test(text)) throw new TypeError('Half a surrogate has no canonical text');
  return JSON.stringify(text);
}
