import { sumOf } from '@quittance/money';
import type { TaxedByOf } from '@quittance/lines';
import type { ItemSettlement, PeriodSettlement } from '@quittance/sales';
import type { PaidState } from '../paid-state.js';
import { creditedDays, type TaxedItem } from './change-line.js';
import { taxedLineOf } from './paid-line.js';

export interface TaxedSettlement extends Omit<PeriodSettlement, 'items'> {
  readonly items: readonly TaxedItem[];
}

/**
 * A settlement by its taxes: what comes back was taxed as the line that asked for it, and what is
 * asked of an item that goes over to another tax is apart from it. What was given back by hand
 * comes back against what is asked anew alone: by so much less is asked, at the tax of that.
 */
export function byTax(
  settlement: PeriodSettlement,
  state: PaidState,
  taxOf: TaxedByOf,
): TaxedSettlement {
  return { ...settlement, items: settlement.items.flatMap((each) => parts(each, state, taxOf)) };
}

/** More is asked at the taxes of the one, and no more than is given back at those of the other. */
export function askedAndGiven(settlement: TaxedSettlement): {
  readonly asking: TaxedSettlement;
  readonly giving: TaxedSettlement;
} {
  const net = new Map<string | null, bigint>();
  for (const { taxedBy, charge, credit } of settlement.items) {
    net.set(taxedBy, (net.get(taxedBy) ?? 0n) + charge - credit);
  }
  const only = (holds: (item: TaxedItem) => boolean): TaxedSettlement => {
    const items = settlement.items.filter(holds);
    return { ...settlement, items, net: sumOf(items.map((each) => each.charge - each.credit)) };
  };
  const isAsked = ({ taxedBy }: TaxedItem) => (net.get(taxedBy) ?? 0n) > 0n;
  return { asking: only(isAsked), giving: only((item) => !isAsked(item)) };
}

/**
 * Whether a row comes back at two taxes, or one that the draft gives back begins anew beside it:
 * without the draft alone it would be paid for twice.
 */
export function isDivided(asking: TaxedSettlement, giving: TaxedSettlement): boolean {
  const idsOf = ({ items }: TaxedSettlement) =>
    new Set(items.flatMap(creditedDays).map(({ paidId, beyondOf }) => beyondOf ?? paidId));
  const given = idsOf(giving);
  if ([...idsOf(asking)].some((id) => given.has(id))) return true;
  const goesOn = giving.items.filter(({ price }) => price !== null);
  const begun = new Set(goesOn.map(({ item }) => item.itemId));
  return asking.items.some(({ gone, item }) => gone.length > 0 && begun.has(item.itemId));
}

function parts(each: ItemSettlement, state: PaidState, taxOf: TaxedByOf): TaxedItem[] {
  const own = taxOf(each.item);
  const others = new Map<string | null, TaxedItem>();
  const gone = each.gone.flatMap((days) => {
    const row = state.items.find(({ id }) => id === days.paidId);
    const line = row && taxedLineOf(row, state);
    const taxedBy = line ? taxOf(line) : own;
    if (!line || taxedBy === own) return [days];
    const { against = 0n } = days;
    if (against > 0n && days.amount === against) return [days];
    const ofLine = { ...days, amount: days.amount - against, against: 0n };
    const productId = line.productId ?? each.item.productId;
    const known = others.get(taxedBy);
    const { taxCode, placeOf } = line;
    const item = { ...each.item, taxCode, placeOf, productId };
    const before = known ?? { ...each, item, gone: [], credit: 0n, charge: 0n, price: null };
    const credit = before.credit + ofLine.amount;
    others.set(taxedBy, { ...before, gone: [...before.gone, ofLine], credit, taxedBy });
    return against > 0n ? [{ ...days, amount: against, instead: 0n, held: 0n }] : [];
  });
  const credit = sumOf(gone.map(({ amount }) => amount));
  return [...others.values(), { ...each, gone, credit, taxedBy: own }];
}
