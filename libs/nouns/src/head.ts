import { formatMinor, type Currency } from '@quittance/money';
import type { Member } from './member.js';
import type { ContextOf, HeadOf, HeadRowOf, Members, Views } from './member-types.js';
import type { Noun } from './noun.js';

type View = (row: object, ...context: readonly unknown[]) => unknown;

/**
 * Makes the view of a noun without its lines: each member as it is kept, money as decimal text in the
 * row's currency, and those of `views` as they say, of the row and what else they ask for.
 */
export function headOf<M extends Members, V extends Views<M>>(
  noun: Noun<M>,
  views: V,
): (row: HeadRowOf<M>, ...context: ContextOf<V>) => HeadOf<M, V> {
  const own = views as object as Readonly<Record<string, View | undefined>>;
  const members = Object.entries<Member>(noun.members)
    .filter(([, { hidden }]) => !hidden)
    .map(([name, { kind }]) => ({ name, view: own[name], isMoney: kind === 'amount' }));
  return (row, ...context) => {
    const kept = row as Readonly<Record<string, unknown>>;
    const currency = kept.currency as Currency;
    const shown: Record<string, unknown> = {};
    for (const { name, view, isMoney } of members) {
      if (view) shown[name] = view(row, ...context);
      else shown[name] = isMoney ? moneyText(kept[name], currency) : kept[name];
    }
    return shown as HeadOf<M, V>;
  };
}

function moneyText(minor: unknown, currency: Currency): string | null {
  return minor === null ? null : formatMinor(minor as bigint, currency);
}
