import { KINDS, type FieldDescription } from '@quittance/fields';
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
    ...shownBy(name, field.settings),
    ...(!nullable && !shownAs && { notNull: true }),
    ...(!field.sortable && { sortable: false }),
  };
}

/** How its values are shown to a person, where they only name something. */
function shownBy(name: string, { options, master, target }: FieldDescription['settings']) {
  if (options) return { shows: { choices: choicesOf(options) } };
  if (master !== undefined) return { shows: { master } };
  const pointed = target ?? POINTED[name];
  return pointed === undefined ? {} : { shows: { target: pointed } };
}

/** What ids are of that operations set, and whose targets nobody checks. */
const POINTED: Readonly<Record<string, string | undefined>> = {
  accountId: 'account',
  creditNoteId: 'credit-note',
  ledgerAccountId: 'ledger-account',
  orderId: 'sales-order',
  paymentId: 'payment',
  planId: 'plan',
  portalUserId: 'portal-user',
  priceBookId: 'price-book',
  pricedBy: 'user',
  submittedBy: 'user',
};

function choicesOf(options: readonly { readonly code: string; readonly label: string }[]) {
  return Object.fromEntries(options.map(({ code, label }) => [code, label]));
}
