import type { LocalDate } from '@quittance/calendar';
import type { ProductId } from '@quittance/kernel';
import type { SubscriptionItem } from '../subscription.description.js';

/** Days for which an item is paid, at a full price of so many days. Amounts are minor units. */
export interface PaidDays {
  /** By which whoever billed them knows them again. */
  readonly id: string;
  readonly itemId: SubscriptionItem['itemId'];
  readonly start: LocalDate;
  readonly until: LocalDate;
  readonly fullDays: number;
  readonly price: bigint;
  /** As it was asked for, where it began and ended on one day: it is no item any more. */
  readonly dropped?: SubscriptionItem;
  /** The line that asked for them, where it is known; its own code, or null for its product's. */
  readonly taxed?: Pick<SubscriptionItem, 'taxCode' | 'placeOf'> & {
    readonly productId: ProductId | null;
  };
  /**
   * What was asked for them, and for days of them that were cut, and would not have come back, had
   * nobody given anything back by hand.
   */
  readonly left: bigint;
  /** What may still come back of all that they share with others, credited by hand in part. */
  readonly within?: readonly { readonly shared: string; readonly left: bigint }[];
  /** What asked for them was given up: nothing comes back, and who leaves them asks nothing. */
  readonly forgiven?: boolean;
  /** The invoice of the period asked for them, and no change of it. */
  readonly ofPeriod?: boolean;
}

/** Days that were paid for at another price, and what of them comes back. */
export interface GoneDays {
  readonly paidId: PaidDays['id'];
  readonly start: LocalDate;
  readonly until: LocalDate;
  readonly amount: bigint;
  /** What of that comes back against what is asked for the same days, and not of what was asked. */
  readonly against?: bigint;
  /** What of `against` is so as somebody has given it back by hand. */
  readonly instead?: bigint;
  /** What more would come back, had nobody given it back by hand. */
  readonly held?: bigint;
  /** The days that end, where it comes back of what the period asked ahead of their change. */
  readonly beyondOf?: PaidDays['id'];
}

/** What a change within days that are paid for comes to for one item, within one period. */
export interface ItemSettlement {
  /** As it is from then on, or as it was where it ends. */
  readonly item: SubscriptionItem;
  readonly start: LocalDate;
  readonly until: LocalDate;
  readonly fullDays: number;
  /** A period that was billed in parts comes back part by part. */
  readonly gone: readonly GoneDays[];
  readonly credit: bigint;
  readonly charge: bigint;
  /** The full price from then on; null where the item ends. */
  readonly price: bigint | null;
}
