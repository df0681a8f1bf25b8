import { KINDS } from '@quittance/fields';
import type { Member } from './member.js';

/** Whether the row holds it. */
export function hasColumn({ sql, derived }: Member): boolean {
  return sql === undefined && !derived;
}

/** The name in snake case where its field tells no other. */
export function columnOf(name: string, { field }: Member): string {
  return field.column ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** SQL of a member as lists know it. */
export function memberSql(
  { alias }: { readonly alias: string },
  name: string,
  member: Member,
): string {
  return member.sql ?? member.shownAs ?? `${alias}.${columnOf(name, member)}`;
}

/** The type of its column, to which what is bound is cast: whole numbers of a noun are small. */
export function columnType({ columnType: said, field: { type } }: Member): string {
  return said ?? (type === 'integer' ? 'integer' : KINDS[type].column);
}
