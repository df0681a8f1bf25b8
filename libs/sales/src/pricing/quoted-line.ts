import type { Discount, SupplyKind, SupplyPlace } from '@quittance/tax';
import type { AnchorDay, RecurringFrequency } from '../subscriptions/grid.js';
import type { Stub } from '../subscriptions/proration.js';

/** When what is sold once is invoiced. */
export const INVOICINGS = ['on_order', 'on_delivery', 'percent', 'milestone'] as const;
export type Invoicing = (typeof INVOICINGS)[number];

/** Whether a period is billed at its beginning or at its end. */
export const TIMINGS = ['advance', 'arrears'] as const;
/** Whether the flat price of a period is billed when it begins or when it is over. */
export type Timing = (typeof TIMINGS)[number];

/** A discount on the whole document; of recurring lines it lowers the first period alone. */
export type DocumentDiscount = Discount & { /** Every period. */ readonly recurring?: boolean };

interface PricedPart {
  /** Decimal text. */
  readonly quantity: string;
  /** Null where nothing has a price yet: the line counts nothing. */
  readonly unitPrice: string | null;
  /** What the line would cost had nobody typed a price. */
  readonly listPrice: string | null;
  readonly discount: Discount | null;
  readonly taxCode: string | null;
  readonly taxRate: string | null;
  readonly supply: SupplyKind | null;
  /** Where it is supplied, of what is supplied where something is or happens. */
  readonly placeOf?: SupplyPlace | null;
  /** Counts: it is no option, or one that is chosen. */
  readonly selected: boolean;
}

export interface OneOffPart extends PricedPart {
  readonly kind: 'one_off';
  readonly invoicing: Invoicing;
}

export interface RecurringPart extends PricedPart {
  readonly kind: 'recurring';
  readonly frequency: RecurringFrequency;
  readonly timing: Timing;
  readonly trialDays: number;
  readonly anchor: AnchorDay | null;
  /** What the days before the first whole period cost; by days where no plan says so. */
  readonly stub?: Stub | undefined;
  /** Whole periods; null: the term of the document. */
  readonly termPeriods: number | null;
  /** For how many whole periods the discount of the line holds; null: always. */
  readonly discountPeriods: number | null;
}

/** A line of a quote or an order, as far as it says what is paid. Sections and notes are none. */
export type LineOfQuote = OneOffPart | RecurringPart;
