import { KINDS, type FieldDescription } from '@quittance/fields';
import { POINTED_BY_NAME, type ListField } from '@quittance/lists';
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
    ...shownBy(name, field.settings),
    ...(!nullable && !shownAs && { notNull: true }),
    ...(!field.sortable && { sortable: false }),
  };
}

/** How its values are shown to a person, where they only name something. */
function shownBy(name: string, { options, master, target }: FieldDescription['settings']) {
  if (options) return { shows: { choices: choicesOf(options) } };
  if (master !== undefined) return { shows: { master } };
  const pointed = target ?? POINTED_BY_NAME[name];
  return pointed === undefined ? {} : { shows: { target: pointed } };
}

function choicesOf(options: readonly { readonly code: string; readonly label: string }[]) {
  return Object.fromEntries(options.map(({ code, label }) => [code, label]));
}
