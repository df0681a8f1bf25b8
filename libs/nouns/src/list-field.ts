import { KINDS } from '@quittance/fields';
import type { ListField } from '@quittance/lists';
import type { Member } from './member.js';
import { memberSql } from './member-place.js';

interface Listed {
  readonly alias: string;
  readonly members: Readonly<Record<string, Member>>;
}

/** A member as lists are filtered and sorted by it; undefined where they are not. */
export function listField(noun: Listed, name: string, member: Member): ListField | undefined {
  const { field, given, derived, nullable, shownAs, listed = given !== 'hidden' } = member;
  const { options, currencyField } = field.settings;
  const type = field.type === 'picklist' && options ? 'enum' : KINDS[field.type].listedAs;
  if (!listed || derived || type === undefined) return undefined;
  const currency = currencyField === undefined ? undefined : noun.members[currencyField];
  return {
    sql: memberSql(noun, name, member),
    type: currency ? 'money' : type,
    ...(currency && { currency: memberSql(noun, currencyField as string, currency) }),
    ...(options && { values: options.map(({ code }) => code) }),
    ...(!nullable && !shownAs && { notNull: true }),
    ...(!field.sortable && { sortable: false }),
  };
}
