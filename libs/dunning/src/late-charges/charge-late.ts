import { Injectable } from '@nestjs/common';
import type { LocalDate } from '@quittance/calendar';
import { companyToday, readCompany, readToday, type Company } from '@quittance/company';
import { findBillingAccounts } from '@quittance/crm';
import { Database, type Tx } from '@quittance/database';
import {
  DomainError,
  invalidField,
  invalidFields,
  type AccountId,
  type Ctx,
  type InvoiceId,
} from '@quittance/kernel';
import { formatMinor, sumOf, type Currency } from '@quittance/money';
import { LateBills } from '@quittance/receivables';
import { isAsked, lateBillsOf, type AskedOf, type BillAhead } from './late-bills.js';
import { unlessRefused } from '../step-fees/unless-refused.js';
import { dueToAsk } from './late-terms.js';
import { markAsked, readLateTerms } from './late-terms.repository.js';

/** Customers that one transaction bills. */
const AT_ONCE = 50;
/** Customers that one request asks. */
const MOST_ASKED = 2000;
/** Bills that one answer lists. */
export const MOST_BILLS = 1000;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** The invoice that a customer was asked by. */
export interface LateInvoiceMade {
  readonly invoiceId: InvoiceId;
  readonly number: string;
  readonly accountId: AccountId;
  readonly currency: Currency;
  readonly total: string;
}

/** Which customers are asked. */
export interface WhoIsAsked {
  /** These alone. */
  readonly accountIds?: readonly AccountId[];
  /** Those behind the one that the answer before ended at. */
  readonly after?: AccountId;
}

/** What was asked for; lists end at the most that one answer has. */
export interface LateChargesMade {
  readonly count: number;
  /** The last customer, where others are left to be asked; null where all were. */
  readonly next: AccountId | null;
  readonly invoices: readonly LateInvoiceMade[];
  readonly skipped: readonly LateBillSkipped[];
}

/** What a customer would be asked for. */
export interface LateBillView {
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly currency: Currency;
  readonly total: string;
  readonly charges: readonly LateChargeView[];
}

/** A bill that is not asked for as yet, with what its profile or a rule of the company demands. */
export type LateBillSkipped = Omit<LateBillView, 'charges'> & {
  readonly faults: readonly LateBillFault[];
};

export type LateBillFault = ReturnType<LateBills['faultsOf']>[number];

export type LateChargeView = Pick<
  BillAhead['charges'][number],
  'kind' | 'invoiceId' | 'number' | 'from' | 'to' | 'annualRate'
> & { readonly amount: string };

export interface LateChargesAhead {
  readonly count: number;
  readonly next: AccountId | null;
  readonly bills: readonly LateBillView[];
  readonly skipped: readonly LateBillSkipped[];
}

/** Bills that may be sent, and those that may not. */
interface Sorted {
  readonly bills: readonly BillAhead[];
  readonly skipped: readonly LateBillSkipped[];
}
type MadeBill = Awaited<ReturnType<LateBills['store']>>[number];

/** What a batch has come to. */
interface Charged {
  readonly made: readonly MadeBill[];
  readonly left: readonly LateBillSkipped[];
}
/** Customers that are asked together, and where the next ones begin; null behind all. */
interface Batch {
  readonly accounts: readonly AccountId[];
  readonly last: AccountId | null;
}
const NOTHING: Sorted = { bills: [], skipped: [] };

/**
 * Asks for what late payment costs: of each customer at once, in a transaction of its batch. Who is
 * asked twice at once is asked for each day once; a run that is cut off goes on where it was.
 */
@Injectable()
export class ChargeLate {
  constructor(
    private readonly db: Database,
    private readonly late: LateBills,
  ) {}

  /**
   * Asks the first so many, until the end of yesterday.
   * @throws DomainError validation_failed, reference_not_found
   */
  async execute(ctx: Ctx, who: WhoIsAsked = {}): Promise<LateChargesMade> {
    refuseBoth(who);
    const { accountIds } = who;
    if (accountIds) await this.db.read(ctx, (tx) => requireAccounts(tx, accountIds));
    return this.ask(ctx, this.batches(ctx, who, MOST_ASKED));
  }

  /**
   * Asks everybody where the company's day of the month has come, for the days before it; null
   * where it has not. What is cut off is asked for by the next, be it a day later: nobody is asked
   * for more than the others.
   */
  async byItself(ctx: Ctx): Promise<LateChargesMade | null> {
    const [terms, today] = await this.db.read(ctx, (tx) =>
      Promise.all([readLateTerms(tx), readToday(tx)]),
    );
    const until = dueToAsk(terms, today);
    if (until === null) return null;
    const made = await this.ask(ctx, this.batches(ctx, {}, Infinity), until);
    await this.db.write(ctx, (tx) => markAsked(tx, today));
    return made;
  }

  /** What `execute` would ask for at this instant; by the same decision. */
  async preview(ctx: Ctx, who: WhoIsAsked = {}): Promise<LateChargesAhead> {
    const bills: LateBillView[] = [];
    const skipped: LateBillSkipped[] = [];
    let [count, next]: [number, AccountId | null] = [0, null];
    for await (const { accounts, last } of this.batches(ctx, who, MOST_ASKED)) {
      const ahead = await this.db.read(ctx, async (tx) => {
        return this.sorted(tx, await readCompany(tx), { accounts });
      });
      next = last;
      count += ahead.bills.length;
      bills.push(...ahead.bills.slice(0, MOST_BILLS - bills.length).map(billView));
      skipped.push(...ahead.skipped.slice(0, MOST_BILLS - skipped.length));
    }
    return { count, next, bills, skipped };
  }

  private async ask(
    ctx: Ctx,
    batches: AsyncIterable<Batch>,
    until?: LocalDate,
  ): Promise<LateChargesMade> {
    const invoices: LateInvoiceMade[] = [];
    const skipped: LateBillSkipped[] = [];
    let [count, next]: [number, AccountId | null] = [0, null];
    for await (const { accounts, last } of batches) {
      const { made, left } = await this.charge(ctx, { accounts, until });
      next = last;
      count += made.length;
      skipped.push(...left.slice(0, MOST_BILLS - skipped.length));
      for (const { id, number, accountId, currency, total } of made) {
        if (invoices.length === MOST_BILLS) break;
        invoices.push({ invoiceId: id, number, accountId, currency, total });
      }
    }
    return { count, next, invoices, skipped };
  }

  /** The bills of a batch; where the company's rules refuse one, each of it by itself. */
  private charge(ctx: Ctx, asked: AskedOf): Promise<Charged> {
    return this.db.write(ctx, async (tx) => {
      const company = await readCompany(tx);
      await this.late.lock(tx, companyToday(company, ctx.now), asked.accounts);
      const { bills, skipped } = await this.sorted(tx, company, asked);
      const by = { company, now: tx.ctx.now };
      const store = (some: readonly BillAhead[]) =>
        unlessRefused(tx, (part) => this.late.store(part, by, some));
      const all = await store(bills);
      if (!(all instanceof DomainError)) return { made: all, left: skipped };
      const made: MadeBill[] = [];
      const left = [...skipped];
      for (const bill of bills) {
        const stored = await store([bill]);
        if (stored instanceof DomainError) left.push(skippedView(bill, [faultOf(stored)]));
        else made.push(...stored);
      }
      return { made, left };
    });
  }

  private async sorted(tx: Tx, company: Company, asked: AskedOf): Promise<Sorted> {
    const terms = await readLateTerms(tx);
    if (!isAsked(terms)) return NOTHING;
    const all = await lateBillsOf(tx, this.late, terms, company, asked);
    const checked = all.map((bill) => {
      return { bill, faults: this.late.faultsOf({ company, now: tx.ctx.now }, bill) };
    });
    return {
      bills: checked.flatMap(({ bill, faults }) => (faults.length === 0 ? [bill] : [])),
      skipped: checked.flatMap(({ bill, faults }) => {
        return faults.length === 0 ? [] : [skippedView(bill, faults)];
      }),
    };
  }

  private async *batches(
    ctx: Ctx,
    { accountIds: only, after: behind }: WhoIsAsked,
    most: number,
  ): AsyncGenerator<Batch> {
    if (only) {
      for (let at = 0; at < only.length; at += AT_ONCE) {
        yield { accounts: only.slice(at, at + AT_ONCE), last: null };
      }
      return;
    }
    let after: string = behind ?? FIRST;
    for (let left = most; left > 0; left -= AT_ONCE) {
      const accounts = await this.db.read(ctx, async (tx) => {
        const company = await readCompany(tx);
        return this.late.debtors(tx, companyToday(company, ctx.now), after, AT_ONCE + 1);
      });
      // The one more tells that there are others.
      const some = accounts.slice(0, AT_ONCE);
      const last = accounts.length > AT_ONCE ? (some.at(-1) ?? null) : null;
      if (some.length > 0) yield { accounts: some, last };
      if (last === null) return;
      after = last;
    }
  }
}

/** @throws DomainError validation_failed */
function refuseBoth({ accountIds, after }: WhoIsAsked): void {
  if (!accountIds || after === undefined) return;
  throw invalidField('/after', 'conflict', 'goes with all customers, not with some');
}

/** @throws DomainError reference_not_found at each that is not there */
async function requireAccounts(tx: Tx, ids: readonly AccountId[]): Promise<void> {
  const known = await findBillingAccounts(tx, ids);
  const message = 'There is no such account.';
  const errors = ids.flatMap((id, i) =>
    known.has(id) ? [] : [{ pointer: `/accountIds/${i}`, code: 'reference_not_found', message }],
  );
  if (errors.length > 0) throw invalidFields(errors);
}

function skippedView(bill: BillAhead, faults: readonly LateBillFault[]): LateBillSkipped {
  const { charges: _, ...view } = billView(bill);
  return { ...view, faults };
}

/** What the company's own rules have against an invoice, as its faults are told. */
function faultOf({ code, message, options }: DomainError): LateBillFault {
  const said = (options.errors ?? []).map((each) => each.message);
  return { rule: code, message: [message, ...said].join(' ').slice(0, 500) };
}

function billView({ account, currency, charges }: BillAhead): LateBillView {
  return {
    accountId: account.id,
    accountName: account.name,
    currency,
    total: formatMinor(sumOf(charges.map(({ amount }) => amount)), currency),
    charges: charges.map(({ kind, invoiceId, number, from, to, annualRate, amount }) => ({
      kind,
      invoiceId,
      number,
      from,
      to,
      annualRate,
      amount: formatMinor(amount, currency),
    })),
  };
}
