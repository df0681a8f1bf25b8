import { failpoint, isWatched } from '@quittance/config';
import type { Ctx } from '@quittance/kernel';
import type { Sql } from './rows/sql.js';

const names = new Map<string, string>();

const WRITES = /\b(insert into|update|delete from)\s+([a-z_]+\.[a-z_]+)/;
const READS = /\bfrom\s+([a-z_]+\.[a-z_]+)/;
const LOCKS = /\bfor\s+(?:no\s+key\s+)?(?:update|share)\b/;
const CALLS = /\bselect\s+(?:\*\s+from\s+)?([a-z_]+\.[a-z_]+)\(/;

/**
 * What a statement does to which table, by which tests name the place behind it:
 * `insert.receivables.payment`, `lock.receivables.invoice`, `call.receivables.check_books`.
 */
export function borderOf(statement: Sql | string): string {
  const text = typeof statement === 'string' ? statement : statement.text;
  const known = names.get(text);
  if (known !== undefined) return known;
  const written = WRITES.exec(text);
  const called = CALLS.exec(text);
  const read = READS.exec(text)?.[1] ?? 'nothing';
  const name = written
    ? `${written[1]?.split(' ')[0]}.${written[2]}`
    : called
      ? `call.${called[1]}`
      : `${LOCKS.test(text) ? 'lock' : 'read'}.${read}`;
  names.set(text, name);
  return name;
}

/** Whether a test has anything happen behind statements like this. */
export function isBorder(statement: Sql | string): boolean {
  return isWatched(() => borderOf(statement));
}

/**
 * Passes a border of a transaction or behind one of its statements, in the name of the operation:
 * its unit (`POST /invoices/{id}/void`), or its request.
 */
export function passBorder({ requestId, unit }: Ctx, name: string): Promise<void> {
  return failpoint(name, requestId, unit?.id, unit?.kind);
}
