import type { PaidItem } from '../paid-item.js';
import { divisionOf, keptDivision, joinedDivision } from './by-hand/divided-rows.js';
import type { TaxedSettlement } from './by-tax.js';
import type { ChangeId } from './change-line.js';

/** What comes back for the days of a row, and of which that is. */
interface EndedDays {
  readonly row: PaidItem;
  readonly gone: TaxedSettlement['items'][number]['gone'][number];
  readonly cutBy: ChangeId | null;
}

/** What ends by a change, of rows that are paid for or whose invoices are given up. */
export function endedDays(
  { settlement, changeId }: { readonly settlement: TaxedSettlement; readonly changeId: ChangeId },
  paid: ReadonlyMap<string, PaidItem>,
): EndedDays[] {
  // Another change of the day takes its place, but of a pause or an end none does.
  const cutBy = settlement.goesOn ? changeId : null;
  return settlement.items.flatMap((each) =>
    each.gone.flatMap((gone) => {
      const row = paid.get(gone.beyondOf ?? gone.paidId);
      return row ? [{ row, gone, cutBy }] : [];
    }),
  );
}

/** The rows that end, each with all that comes back for its days, at whatever taxes. */
export function cutRows(ended: readonly EndedDays[], givenBy: ChangeId | null): PaidItem[] {
  const rows = new Map<string, PaidItem>();
  for (const { row, gone, cutBy } of ended) {
    const { start: untilOn, paidId, amount, against = 0n, held = 0n, instead = 0n } = gone;
    // What comes back in parts ends with the first of them.
    const known = rows.get(row.id) ?? { ...row, ...uncut(row), untilOn, givenBy };
    const part = { id: paidId, amount: amount - against, instead, held };
    const more = { against: against - instead, parts: [part] };
    rows.set(row.id, {
      ...known,
      cutBy,
      givenBack: known.givenBack + amount,
      heldBack: known.heldBack + held,
      givenAgainst: known.givenAgainst + against,
      division: keptDivision(joinedDivision(divisionOf(known, row.amount), more)),
    });
  }
  return [...rows.values()];
}

const uncut = ({ untilOn, givenBack, heldBack, givenAgainst, division }: PaidItem) => ({
  uncutOn: untilOn,
  uncutBack: givenBack,
  uncutHeld: heldBack,
  uncutAgainst: givenAgainst,
  uncutDivision: division,
});
