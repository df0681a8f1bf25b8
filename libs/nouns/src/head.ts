import { formatMinor, type Currency } from '@quittance/money';
import type { Member } from './member.js';
import type { ContextOf, HeadOf, HeadRowOf, Members, Views } from './member-types.js';
import type { Noun } from './noun.js';

type View = (row: object, ...context: readonly unknown[]) => unknown;

/**
 * Makes the view of a noun without its lines: each member as it is kept, money as decimal text in
 * the row's currency, and those of `views` as they say, of the row and what else they ask for.
 */
export function headOf<M extends Members, V extends Views<M>>(
  noun: Noun<M>,
  views: V,
): (row: HeadRowOf<M>, ...context: ContextOf<V>) => HeadOf<M, V> {
  const own = views as object as Readonly<Record<string, View | undefined>>;
  const shownMembers = Object.entries<Member>(noun.members).filter(([, { hidden }]) => !hidden);
  const namesOf = (is: (name: string, member: Member) => boolean) =>
    shownMembers.filter(([name, member]) => is(name, member)).map(([name]) => name);
  const viewed = namesOf((name) => own[name] !== undefined);
  const money = namesOf((name, { kind }) => !own[name] && kind === 'amount');
  const plain = namesOf((name, { kind }) => !own[name] && kind !== 'amount');
  // Objects whose members are there before they are filled are twice as fast to make.
  const blank = blankOf(namesOf(() => true));
  return (row, ...context) => {
    const kept = row as Readonly<Record<string, unknown>>;
    const currency = kept.currency as Currency;
    const shown: Record<string, unknown> = { ...blank };
    for (const name of plain) shown[name] = kept[name];
    for (const name of money) shown[name] = moneyText(kept[name], currency);
    for (const name of viewed) shown[name] = own[name]?.(row, ...context);
    return shown as HeadOf<M, V>;
  };
}

function moneyText(minor: unknown, currency: Currency): string | null {
  return minor === null ? null : formatMinor(minor as bigint, currency);
}

function blankOf(names: readonly string[]): Readonly<Record<string, null>> {
  const text = JSON.stringify(Object.fromEntries(names.map((name) => [name, null])));
  return JSON.parse(text) as Record<string, null>;
}
