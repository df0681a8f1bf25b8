import { createHash } from 'node:crypto';

/** A statement whose text never changes: prepared once per connection under its name. */
export interface Sql {
  readonly name: string;
  readonly text: string;
}

/** Names a constant statement, so that PostgreSQL parses it once per connection. */
export function sql(text: string): Sql {
  return { name: `q${createHash('sha1').update(text).digest('hex').slice(0, 16)}`, text };
}
