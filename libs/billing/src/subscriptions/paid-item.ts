import type { LocalDate } from '@quittance/calendar';
import type { Id, InvoiceId } from '@quittance/kernel';
import type { BilledItem } from '@quittance/sales';
import type { KeptDivision } from './changes/by-hand/divided-rows.js';
import type { ChangeId } from './changes/change-line.js';

/** For which days an item is paid, at which full price, and by what. */
export interface PaidItem {
  readonly itemId: BilledItem['itemId'];
  readonly id: Id<'billed-item'>;
  readonly startOn: LocalDate;
  readonly untilOn: LocalDate;
  readonly fullDays: number;
  readonly price: bigint;
  /** What was asked for the days. */
  readonly amount: bigint;
  /** Null where only lines that wait ask for it. */
  readonly invoiceId: InvoiceId | null;
  /** The change by whose lines it stands; null of what a period asked for. */
  readonly changeId: ChangeId | null;
  /** It was begun by that change, and not by a later one that asked for nothing more. */
  readonly ownChange: boolean;
  /** What began it, whatever has become of that since; null of what a period asked for. */
  readonly begunBy: ChangeId | null;
  readonly linePosition: number | null;
  readonly cutBy: ChangeId | null;
  /** What gave back of it last, whatever has become of that since. */
  readonly givenBy: ChangeId | null;
  readonly uncutOn: LocalDate | null;
  /** What came back for the days behind it; minor units. */
  readonly givenBack: bigint;
  /** The same before it was cut. */
  readonly uncutBack: bigint;
  /** What more would have, had nobody credited it by hand. */
  readonly heldBack: bigint;
  /** What of `givenBack` came back against what was asked anew alone. */
  readonly givenAgainst: bigint;
  /** Of which rows it was; null where nothing came back, or where that was not kept yet. */
  readonly division: KeptDivision | null;
  /** These before it was cut. */
  readonly uncutHeld: bigint;
  readonly uncutAgainst: bigint;
  readonly uncutDivision: KeptDivision | null;
}

/** Of a row that nothing has cut. */
export const UNCUT = {
  cutBy: null,
  givenBy: null,
  uncutOn: null,
  uncutBack: 0n,
  uncutHeld: 0n,
  uncutAgainst: 0n,
  uncutDivision: null,
} satisfies Partial<PaidItem>;
