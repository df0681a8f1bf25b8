import { formatMinor, trimDecimal, type Currency } from '@quittance/money';
import { membersFor } from './bodies.js';
import { isDecimal, isMoney, keepDescribed } from './member-writers.js';
import type { Member } from './member.js';
import type { ContextOf, HeadOf, HeadRowOf, Members, RowOf, Views } from './member-types.js';

type View = (row: object, ...context: readonly unknown[]) => unknown;

/**
 * Makes the view of a noun without its lines: each member as it is kept, decimals without zeros at
 * their end, money as decimal text in the currency beside it, and those of `views` as they say, of
 * the row and what else they ask for.
 */
export function headOf<M extends Members, V extends Views<M>>(
  { members }: { readonly members: M },
  views: V,
): (row: HeadRowOf<M>, ...context: ContextOf<V>) => HeadOf<M, V> {
  return shownBy(members, views) as (row: HeadRowOf<M>, ...context: ContextOf<V>) => HeadOf<M, V>;
}

/** The same of a line, whose amounts are in the currency of its document. */
export function lineHeadOf<M extends Members, V extends Views<M>>(
  { members }: { readonly members: M },
  views: V,
): (line: RowOf<M>, currency: string) => HeadOf<M, V> {
  return shownBy(members, views) as (line: RowOf<M>, currency: string) => HeadOf<M, V>;
}

function shownBy(members: Members, views: object): View {
  const own = views as Readonly<Record<string, View | undefined>>;
  const shownMembers = membersFor({ members }, 'record');
  const namesOf = (is: (name: string, member: Member) => boolean) =>
    shownMembers.filter(([name, member]) => is(name, member)).map(([name]) => name);
  const viewed = namesOf((name) => own[name] !== undefined);
  const decimals = namesOf((name, member) => !own[name] && isDecimal(member));
  const plain = namesOf((name, m) => !own[name] && !isDecimal(m) && !isMoney(m));
  const money = namesOf((name, member) => !own[name] && isMoney(member)).map(
    (name) => [name, members[name]?.field.settings.currencyField] as const,
  );
  // Objects whose members are there before they are filled are twice as fast to make.
  const blank = blankOf(namesOf(() => true));
  const view: View = (row, ...context) => {
    const kept = row as Readonly<Record<string, unknown>>;
    const shown: Record<string, unknown> = { ...blank };
    for (const name of plain) shown[name] = kept[name];
    for (const name of decimals) shown[name] = decimalText(kept[name]);
    for (const [name, currency] of money) {
      shown[name] = moneyText(kept[name], currency === undefined ? context[0] : kept[currency]);
    }
    for (const name of viewed) shown[name] = own[name]?.(row, ...context);
    return shown;
  };
  keepDescribed(view, { members, views: own });
  return view;
}

function decimalText(value: unknown): string | null {
  return value === null ? null : trimDecimal(value as string);
}

function moneyText(minor: unknown, currency: unknown): string | null {
  if (minor === null || currency === null) return null;
  return formatMinor(minor as bigint, currency as Currency);
}

function blankOf(names: readonly string[]): Readonly<Record<string, null>> {
  const text = JSON.stringify(Object.fromEntries(names.map((name) => [name, null])));
  return JSON.parse(text) as Record<string, null>;
}
