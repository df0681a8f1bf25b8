import type { ListField, ListFieldType } from '@quittance/lists';
import type { Member, MemberKind } from './member.js';

const LIST_TYPES: Readonly<Record<MemberKind, ListFieldType | null>> = {
  text: 'text',
  word: 'enum',
  currency: 'text',
  id: 'id',
  date: 'date',
  instant: 'instant',
  amount: 'money',
  boolean: 'boolean',
  integer: 'integer',
  serial: null,
  json: null,
};

/** A member as lists are filtered and sorted by it. */
export function listField(sql: string, member: Member, currency: string): ListField {
  const { kind, values, nullable, shownAs } = member;
  const type = LIST_TYPES[kind];
  if (!type) throw new Error(`Nobody filters or sorts by a member of kind ${kind}: ${sql}`);
  return {
    sql,
    type,
    ...(values === undefined
      ? {}
      : { values: Array.isArray(values) ? values : Object.keys(values) }),
    ...(kind === 'amount' ? { currency } : {}),
    ...(nullable || shownAs ? {} : { notNull: true }),
  };
}
