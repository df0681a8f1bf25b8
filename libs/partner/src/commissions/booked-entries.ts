import { addDays, type LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import { newId, type InvoiceId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import type { OrderId } from '@quittance/sales';
import { writtenBy } from '../written-by.js';
import type { CommissionTerms } from '../plans/commission-plan.js';
import type { PartnerId } from '../registrations/deal-registration.js';
import type { Earning } from './book-step.js';
import { beginsAs, commissionNoun, type Commission, type CommissionHold } from './commission.js';
import type { EarnedEntry } from './commission.repository.js';
import type { Reversal } from './reversal.js';

/** Whose commissions are booked, and by what. */
export interface Sale {
  readonly partnerId: PartnerId;
  readonly orderId: OrderId;
  readonly invoiceId: InvoiceId;
  readonly currency: Currency;
  readonly terms: CommissionTerms;
  readonly today: LocalDate;
  /** Why what is earned is on hold; null where it is not. */
  readonly stopped: CommissionHold | null;
}

/** What happened to the money, and on which day. */
export interface MoneyStep {
  readonly on: LocalDate;
  readonly reason: string;
}

/** What all of a period earns more or less, in the currency that is paid out. */
export interface TopUp {
  readonly line: string;
  /** Percent. */
  readonly rate: string;
  readonly payout: bigint;
  /** It is payable without days on hold. */
  readonly atOnce: boolean;
}

/** The entries of an invoice while they are booked: those that stand, and those that are made. */
export class BookedEntries {
  readonly made: Commission[] = [];
  private readonly known = new Map<string, EarnedEntry>();
  private seq: number;

  constructor(
    private readonly tx: Tx,
    private readonly sale: Sale,
    standing: readonly EarnedEntry[],
    nextSeq: number,
  ) {
    for (const entry of standing) this.known.set(entry.id, entry);
    this.seq = nextSeq;
  }

  /** What stands of a line, the newest first. */
  standingOf(line: string): EarnedEntry[] {
    return [...this.known.values()]
      .filter((entry) => entry.line === line && entry.kind === 'earned')
      .sort((a, b) => b.seq - a.seq);
  }

  /** An entry that was earned; with the period of its tiers, where it has any. */
  earn(line: string, earning: Earning, step: MoneyStep, periodStart: LocalDate | null): void {
    const { base, amount, rate, payoutBase, payout } = earning;
    const { currency } = this.sale;
    const entry = this.entry('earned', line, step, this.beginning(step.on));
    const figures = { currency, base, amount, rate, payoutBase, payoutAmount: payout, periodStart };
    this.keep({ ...entry, ...figures });
  }

  /** What a period earns more by its tier, or less beyond what it was topped up by. */
  topUp({ line, rate, payout, atOnce }: TopUp, at: MoneyStep, periodStart: LocalDate): void {
    const begins = atOnce
      ? { status: 'payable' as const, availableOn: at.on }
      : this.beginning(at.on);
    this.keep({
      ...this.entry('top_up', line, at, { ...NOT_HELD, ...begins }),
      currency: this.sale.terms.currency,
      amount: payout,
      rate,
      payoutAmount: payout,
      periodStart,
    });
  }

  /** Takes an entry back, with it while it is not payable yet, and at once afterwards. */
  reverse({ of, base, amount, payoutBase, payout }: Reversal, step: MoneyStep): void {
    const entry = this.known.get(of.id);
    if (!entry) throw new Error(`There is no entry ${of.id} to take back`);
    this.known.set(of.id, {
      ...entry,
      baseLeft: entry.baseLeft - base,
      amountLeft: entry.amountLeft - amount,
      payoutBaseLeft: entry.payoutBaseLeft - payoutBase,
      payoutLeft: entry.payoutLeft - payout,
    });
    const { currency, terms } = this.sale;
    this.keep({
      ...this.entry('reversed', entry.line, step, standsWith(entry, step.on)),
      currency: entry.kind === 'top_up' ? terms.currency : currency,
      reversesId: entry.id,
      base: -base,
      amount: -amount,
      rate: entry.rate,
      payoutBase: -payoutBase,
      payoutAmount: -payout,
      periodStart: entry.periodStart,
    });
  }

  /** Entries that others booked in the same period of tiers. */
  learn(entries: readonly EarnedEntry[]): void {
    for (const entry of entries) if (!this.known.has(entry.id)) this.known.set(entry.id, entry);
  }

  /** What a period was topped up by, the newest first: what was made now ahead of all others. */
  topUpsOf(line: string, periodStart: LocalDate): EarnedEntry[] {
    const own = new Set(this.made.map(({ id }) => String(id)));
    const found = [...this.known.values()].filter(
      (entry) =>
        entry.kind === 'top_up' &&
        entry.line === line &&
        entry.periodStart === periodStart &&
        entry.payoutLeft > 0n,
    );
    return found.sort((a, b) => Number(own.has(b.id)) - Number(own.has(a.id)));
  }

  /** What was made now comes to in a period. */
  madeIn(line: string, periodStart: LocalDate): bigint {
    return this.made
      .filter((entry) => entry.line === line && entry.periodStart === periodStart)
      .reduce((sum, { payoutAmount }) => sum + payoutAmount, 0n);
  }

  private beginning(on: LocalDate) {
    const { terms, today, stopped } = this.sale;
    const availableOn = addDays(on, terms.holdDays);
    const status = beginsAs(availableOn, today);
    if (stopped === null) return { ...NOT_HELD, status, availableOn };
    return { status: 'on_hold' as const, availableOn, holdReason: stopped, heldFrom: status };
  }

  private entry(
    kind: Commission['kind'],
    line: string,
    { on, reason }: MoneyStep,
    stands: Pick<Commission, 'status' | 'availableOn' | 'holdReason' | 'heldFrom'>,
  ): Commission {
    const { partnerId, orderId, invoiceId, currency, terms } = this.sale;
    return {
      ...commissionNoun.empty,
      id: newId<'commission'>(),
      version: 1,
      seq: this.seq++,
      kind,
      partnerId,
      planId: terms.planId,
      line,
      orderId,
      invoiceId,
      reason,
      moneyOn: on,
      currency,
      base: 0n,
      amount: 0n,
      payoutCurrency: terms.currency,
      payoutBase: 0n,
      payoutAmount: 0n,
      minimumPayout: BigInt(terms.minimumPayout),
      createdBy: writtenBy(this.tx),
      createdAt: this.tx.ctx.now,
      updatedAt: this.tx.ctx.now,
      ...stands,
    };
  }

  private keep(entry: Commission): void {
    this.made.push(entry);
    const { kind, line, rate, base, amount, payoutBase, payoutAmount: payout } = entry;
    if (kind !== 'earned' && kind !== 'top_up') return;
    this.known.set(entry.id, {
      ...entry,
      kind,
      line: line ?? '',
      rate: rate ?? '0',
      payout,
      baseLeft: base,
      amountLeft: amount,
      payoutBaseLeft: payoutBase,
      payoutLeft: payout,
    });
  }
}

const NOT_HELD = { holdReason: null, heldFrom: null } as const;

function standsWith(
  { status, availableOn, holdReason, heldFrom }: EarnedEntry,
  on: LocalDate,
): Pick<Commission, 'status' | 'availableOn' | 'holdReason' | 'heldFrom'> {
  if (status === 'pending' || status === 'on_hold') {
    return { status, availableOn, holdReason, heldFrom };
  }
  return { ...NOT_HELD, status: 'payable', availableOn: on };
}
