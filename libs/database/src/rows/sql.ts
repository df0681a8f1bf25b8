import { createHash } from 'node:crypto';

/** A statement whose text never changes: prepared once per connection under its name. */
export interface Sql {
  readonly name: string;
  readonly text: string;
}

const MOST_KEPT = 2000;
const named = new Map<string, Sql>();

/**
 * Names a constant statement, so that PostgreSQL parses it once per connection. Some are put
 * together for each request, of few that there may be: their names are kept.
 */
export function sql(text: string): Sql {
  const known = named.get(text);
  if (known) return known;
  const hash = createHash('sha1').update(text).digest('hex');
  const made = { name: `q${hash.slice(0, 16)}`, text };
  if (named.size < MOST_KEPT) named.set(text, made);
  return made;
}
