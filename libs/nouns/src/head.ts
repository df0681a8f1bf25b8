import { formatMinor, trimDecimal, type Currency } from '@quittance/money';
import type { Member } from './member.js';
import type { ContextOf, HeadOf, HeadRowOf, Members, Views } from './member-types.js';

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
  const own = views as object as Readonly<Record<string, View | undefined>>;
  const shownMembers = Object.entries<Member>(members).filter(([, m]) => m.given !== 'kept');
  const namesOf = (is: (name: string, member: Member) => boolean) =>
    shownMembers.filter(([name, member]) => is(name, member)).map(([name]) => name);
  const viewed = namesOf((name) => own[name] !== undefined);
  const decimals = namesOf((name, member) => !own[name] && isDecimal(member));
  const plain = namesOf((name, m) => !own[name] && !isDecimal(m) && !currencyOf(m));
  const money = shownMembers.flatMap(([name, member]): (readonly [string, string])[] => {
    const currency = currencyOf(member);
    return own[name] || currency === undefined ? [] : [[name, currency]];
  });
  // Objects whose members are there before they are filled are twice as fast to make.
  const blank = blankOf(namesOf(() => true));
  return (row, ...context) => {
    const kept = row as Readonly<Record<string, unknown>>;
    const shown: Record<string, unknown> = { ...blank };
    for (const name of plain) shown[name] = kept[name];
    for (const name of decimals) shown[name] = decimalText(kept[name]);
    for (const [name, currency] of money) shown[name] = moneyText(kept[name], kept[currency]);
    for (const name of viewed) shown[name] = own[name]?.(row, ...context);
    return shown as HeadOf<M, V>;
  };
}

function isDecimal({ field: { type } }: Member): boolean {
  return type === 'number' || type === 'percent';
}

/** The member that holds the currency of this one. */
function currencyOf({ field: { settings } }: Member): string | undefined {
  return settings.currencyField;
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
