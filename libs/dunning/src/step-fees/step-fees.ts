import { Injectable } from '@nestjs/common';
import type { LocalDate } from '@quittance/calendar';
import { companyToday, readCompany } from '@quittance/company';
import { findBillingAccounts } from '@quittance/crm';
import type { Tx } from '@quittance/database';
import { DomainError, newId, type Ctx, type InvoiceId } from '@quittance/kernel';
import { quotedSellerOf } from '@quittance/lines';
import { parseMinor, type Currency } from '@quittance/money';
import { LateBills } from '@quittance/receivables';
import {
  HeldQuotes,
  QuoteNeeded,
  readUnknownTaxCodes,
  TaxQuotes,
  type Taxes,
} from '@quittance/tax';
import type { AttemptId } from '../attempts/attempt.js';
import type { DueStep } from '../run/next-step.js';
import { openAmount } from '../run/overdue-invoice.js';
import { feeOf } from './step-fee.js';
import { unlessRefused } from './unless-refused.js';

type Bill = Parameters<LateBills['store']>[2][number];
type By = Parameters<LateBills['store']>[1];
type Made = Awaited<ReturnType<LateBills['store']>>[number];

/** What a step asks for; minor units before tax. */
export interface FeeAhead {
  readonly amount: bigint;
  readonly currency: Currency;
  /** Tax comes on top of it. */
  readonly taxed: boolean;
}

export type FeesAhead = ReadonlyMap<InvoiceId, FeeAhead>;

/** The invoice that asks for fees. */
export interface FeeInvoice {
  readonly id: InvoiceId;
  readonly number: string;
  readonly issueDate: LocalDate;
  readonly dueDate: LocalDate;
  readonly currency: Currency;
  /** With tax; minor units. */
  readonly total: bigint;
}

/** By the invoices whose steps asked. */
export type FeeInvoices = ReadonlyMap<InvoiceId, FeeInvoice>;

/** A step with the letter that takes it: each letter asks for its fees by invoices of its own. */
export interface FeeStep extends DueStep {
  readonly letter?: InvoiceId;
}

/** The fees of steps, as one transaction asks for them. */
export interface FeesWithin {
  /** What steps will ask for, by their invoices; those that ask for nothing are not there. */
  of(tx: Tx, steps: readonly FeeStep[]): Promise<FeesAhead>;
  /** The invoices of steps that ask for no fee, as its tax code was taken away since. */
  untaxable(tx: Tx, steps: readonly DueStep[]): Promise<ReadonlySet<InvoiceId>>;
  /**
   * Asks for the fees of steps that are being taken: each try asks once. What it asks for is kept
   * with `keep`, once the tries are there.
   */
  charge(
    tx: Tx,
    steps: readonly FeeStep[],
    attempts: ReadonlyMap<InvoiceId, AttemptId>,
  ): Promise<FeesAsked>;
}

/** What was asked for. */
export interface FeesAsked {
  readonly invoices: FeeInvoices;
  /** The invoices whose steps ask for none, as a rule of the company refused the bill. */
  readonly refused: ReadonlySet<InvoiceId>;
  readonly keep: () => void;
}

/** Why a step asks for no fee: the company's own rules let its bill not be made. */
export const FEE_REFUSED = 'fee_refused';

const NO_FEES: FeesAhead = new Map();
export const NOTHING_ASKED: FeesAsked = {
  invoices: new Map(),
  refused: new Set(),
  keep: () => undefined,
};

/** Of who asks for none. */
export const withoutFees: FeesWithin = {
  of: () => Promise.resolve(NO_FEES),
  untaxable: () => Promise.resolve(new Set()),
  charge: () => Promise.resolve(NOTHING_ASKED),
};

/**
 * Late fees that steps of the ladder ask for: by an invoice of their own for each letter (or
 * customer), currency and tax code, in the transaction of the step, as all that late payment costs.
 */
@Injectable()
export class StepFees {
  constructor(
    private readonly late: LateBills,
    private readonly taxes: TaxQuotes,
  ) {}

  /** A transaction that asks for fees: engines that tax them are asked with none open. */
  write<T>(ctx: Ctx, work: (tx: Tx, fees: FeesWithin) => Promise<T>): Promise<T> {
    return this.taxes.write(ctx, (tx, taxes) => work(tx, this.within(taxes, false)));
  }

  /** For who only looks: what an engine would have to be asked for is taken for taxed. */
  ahead(): FeesWithin {
    const held = new HeldQuotes();
    return this.within({ load: (tx) => this.taxes.load(tx, held) }, true);
  }

  private within(taxes: Taxes, looks: boolean): FeesWithin {
    const maySend = (by: By, bill: Bill) => this.maySend(by, bill, looks);
    return {
      of: async (tx, steps) => {
        const { by, bills: all } = await this.bills(tx, taxes, steps, new Map());
        const bills = by ? all.filter((bill) => maySend(by, bill)) : [];
        return new Map(
          bills.flatMap(({ currency, taxCode, charges }) =>
            charges.map(({ invoiceId, amount }) => {
              return [invoiceId, { amount, currency, taxed: Boolean(taxCode) }] as const;
            }),
          ),
        );
      },
      untaxable,
      charge: async (tx, steps, attempts) => {
        const { by, bills } = await this.bills(tx, taxes, steps, attempts);
        if (!by) return NOTHING_ASKED;
        const sent = bills.filter((bill) => maySend(by, bill));
        const make = (some: readonly Bill[]) => this.make(tx, by, some);
        const all = await make(sent);
        return all ?? oneByOne(sent, make);
      },
    };
  }

  /**
   * Nothing is asked of drafts, of invoices that ask for late payment themselves, of accounts that
   * are not billed, and by bills that may not be sent.
   */
  private async bills(
    tx: Tx,
    taxes: Taxes,
    steps: readonly FeeStep[],
    attempts: ReadonlyMap<InvoiceId, AttemptId>,
  ): Promise<{ readonly by: By | null; readonly bills: readonly Bill[] }> {
    const asked = steps.filter(asksFee);
    if (asked.length === 0) return { by: null, bills: [] };
    const isTaxed = asked.some(({ step }) => step.fee?.taxCode);
    const [company, accounts, charging, basis] = await Promise.all([
      readCompany(tx),
      findBillingAccounts(tx, [...new Set(asked.map(({ invoice }) => invoice.accountId))]),
      this.late.chargingInvoices(
        tx,
        asked.map(({ invoice }) => invoice.id),
      ),
      isTaxed ? taxes.load(tx) : null,
    ]);
    const { now } = tx.ctx;
    const by = { company, now, seller: basis && quotedSellerOf(company, basis) };
    const today = companyToday(company, now);
    const bills = new Map<string, Bill>();
    for (const { invoice, step, letter = null } of asked) {
      const { id: invoiceId, number, currency } = invoice;
      const account = accounts.get(invoice.accountId);
      if (!account?.active || charging.has(invoiceId)) continue;
      const taxCode = step.fee?.taxCode ?? null;
      const attemptId = attempts.get(invoiceId);
      const charge = {
        id: newId<'late-charge'>(),
        kind: 'step_fee' as const,
        invoiceId,
        number,
        from: today,
        to: today,
        behind: null,
        annualRate: null,
        amount: feeOf(step.fee, openAmount(invoice), currency),
        ...(attemptId && { attemptId }),
      };
      const key = JSON.stringify([account.id, letter, currency, taxCode]);
      const charges = [...(bills.get(key)?.charges ?? []), charge];
      bills.set(key, { account, currency, taxCode, charges });
    }
    return { by, bills: [...bills.values()] };
  }

  /** Null where a rule of the company's own refuses one of them. */
  private async make(tx: Tx, by: By, bills: readonly Bill[]): Promise<FeesAsked | null> {
    const made = await unlessRefused(tx, (part) => this.late.make(part, by, bills));
    if (made instanceof DomainError) return null;
    const invoices = bills.flatMap(({ charges }, i) => {
      const asking = feeInvoiceOf(made.invoices[i]);
      return charges.map(({ invoiceId }) => [invoiceId, asking] as const);
    });
    const keep = () => made.keepCharges(tx);
    return { invoices: new Map(invoices), refused: NOTHING_ASKED.refused, keep };
  }

  private maySend(by: By, bill: Bill, looks: boolean): boolean {
    try {
      return this.late.mayBeSent(by, bill);
    } catch (error) {
      if (looks && error instanceof QuoteNeeded) return true;
      // A code that was taken away since stops no letter.
      if (error instanceof DomainError) return false;
      throw error;
    }
  }
}

/** What is refused is not asked for: the letter goes without it. */
async function oneByOne(
  bills: readonly Bill[],
  make: (bills: readonly Bill[]) => Promise<FeesAsked | null>,
): Promise<FeesAsked> {
  const asked: FeesAsked[] = [];
  const refused = new Set<InvoiceId>();
  for (const bill of bills) {
    const made = await make([bill]);
    if (made) asked.push(made);
    else bill.charges.forEach(({ invoiceId }) => refused.add(invoiceId));
  }
  return {
    invoices: new Map(asked.flatMap(({ invoices }) => [...invoices])),
    refused,
    keep: () => asked.forEach(({ keep }) => keep()),
  };
}

function feeInvoiceOf(made: Made | undefined): FeeInvoice {
  if (!made) throw new RangeError('A bill was stored without its invoice');
  const { id, number, issueDate, dueDate, currency, total } = made;
  return { id, number, issueDate, dueDate, currency, total: parseMinor(total, currency) ?? 0n };
}

const asksFee = ({ invoice, step }: DueStep): boolean =>
  invoice.issued && feeOf(step.fee, openAmount(invoice), invoice.currency) > 0n;

async function untaxable(tx: Tx, steps: readonly DueStep[]): Promise<ReadonlySet<InvoiceId>> {
  const coded = steps.flatMap((each) => {
    const code = asksFee(each) ? each.step.fee?.taxCode : null;
    return code ? [{ id: each.invoice.id, code }] : [];
  });
  const unknown = await readUnknownTaxCodes(
    tx,
    coded.map(({ code }) => code),
  );
  return new Set(coded.filter(({ code }) => unknown.includes(code)).map(({ id }) => id));
}
