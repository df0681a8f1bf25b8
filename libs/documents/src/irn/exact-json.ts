/** A number of exact decimal text, written as it is: JSON's own numbers are read as floats. */
export interface Exact {
  readonly exact: string;
}

export const exact = (text: string): Exact => ({ exact: text });

/** JSON with the exact numbers in it as numbers. */
export function exactJsonOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(exactJsonOf).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if ('exact' in value) return String(value.exact);
  const members = Object.entries(value).map(
    ([name, each]) => `${JSON.stringify(name)}:${exactJsonOf(each)}`,
  );
  return `{${members.join(',')}}`;
}
