export type Json = Record<string, unknown>;

/** `a[b][0][c]=d` as nested objects; lists become objects with numbers for names. */
export function readForm(text: string): Json {
  const read: Json = {};
  for (const [key, value] of new URLSearchParams(text)) {
    const [first = '', ...rest] = key.split(/\[|\]\[|\]/).filter((part) => part !== '');
    let at = read;
    let name = first;
    for (const next of rest) {
      at[name] = (at[name] as Json | undefined) ?? {};
      at = at[name] as Json;
      name = next;
    }
    at[name] = value;
  }
  return read;
}

/** A member of nested objects, undefined where there is none. */
export function at(json: Json, ...path: string[]): unknown {
  return path.reduce<unknown>((value, name) => (value as Json | undefined)?.[name], json);
}
