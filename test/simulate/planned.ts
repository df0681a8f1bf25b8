import type { Ctx, InvoiceId } from '@quittance/kernel';
import { addDays, dateAt, type LocalDate } from '@quittance/calendar';
import { formatMinor, type Currency } from '@quittance/money';
import type { DrawnOperation } from './draw.js';
import type { KnownInvoice, KnownRows } from './known-rows.js';
import type { Scene } from './scene.js';

/** An operation that knows what it is done to. */
export interface Planned {
  /** With the names of its records: `refund PAY-000004 1000 EUR`. */
  readonly what: string;
  run(ctx: Ctx): Promise<unknown>;
  /** Written into what it makes, so that doubles of it can be counted; see `doneOnce`. */
  readonly mark?: string;
  /** The record that it changes: it is refused of one that awaits approval. */
  readonly changes?: string;
}

const UNPAID = ['draft', 'pending', 'sent', 'viewed', 'partially_paid', 'overdue', 'disputed'];
/** Operations on what they do not fit are refused, and sometimes have to be. */
const FITTING = 0.85;

/** What an operation is planned from: its rolls, and what there is. */
export class Plan {
  private next = 2;

  constructor(
    readonly scene: Scene,
    readonly rows: KnownRows,
    readonly drawn: DrawnOperation,
  ) {}

  /** Names the operation, the same in every run of the seed. */
  get mark(): string {
    return `operation ${this.drawn.number}`;
  }

  /** The first roll chooses the record, so that operations which share it meet. */
  private get focus(): number {
    return this.drawn.rolls[0] ?? 0;
  }

  get fits(): boolean {
    return (this.drawn.rolls[1] ?? 0) < FITTING;
  }

  roll(): number {
    const roll = this.drawn.rolls[this.next % this.drawn.rolls.length] ?? 0;
    this.next += 1;
    return roll;
  }

  pick<T>(among: readonly T[]): T | undefined {
    return among[Math.floor(this.focus * among.length)];
  }

  /** One of those that fit, or of all when none is wanted or there is none. */
  pickFitting<T>(all: readonly T[], isFitting: (each: T) => boolean): T | undefined {
    const fitting = all.filter(isFitting);
    return this.pick(this.fits && fitting.length > 0 ? fitting : all);
  }

  invoice(isFitting: (each: KnownInvoice) => boolean = isUnpaid): KnownInvoice | undefined {
    return this.pickFitting(this.rows.invoices, isFitting);
  }

  today(days = 0): LocalDate {
    return addDays(dateAt(this.scene.stage.clock.now(), 'UTC'), days);
  }

  /** All of it, a part of it, or a little more than there is. */
  amountOf(whole: bigint): bigint {
    const roll = this.roll();
    if (roll < 0.45) return whole > 0n ? whole : 1n;
    if (roll < 0.55) return whole + 1n + BigInt(Math.floor(this.roll() * 500));
    const part = (whole * BigInt(1 + Math.floor(this.roll() * 99))) / 100n;
    return part > 0n ? part : 1n;
  }
}

export function isUnpaid({ status }: { readonly status: string }): boolean {
  return UNPAID.includes(status);
}

export function major(amount: bigint, currency: Currency): string {
  return formatMinor(amount, currency);
}

/** The same record first: what happens at once is often about one invoice. */
export function ofInvoice<T extends { readonly invoiceId: InvoiceId | null }>(
  all: readonly T[],
  invoice: KnownInvoice | undefined,
): readonly T[] {
  const own = all.filter(({ invoiceId }) => invoice !== undefined && invoiceId === invoice.id);
  return own.length > 0 ? own : all;
}
