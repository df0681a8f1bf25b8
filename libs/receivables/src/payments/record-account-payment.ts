import { Injectable } from '@nestjs/common';
import {
  companyToday,
  readCompanyTerms,
  refuseDisabled,
  type CompanyTerms,
} from '@quittance/company';
import { lockLedgerAccount } from '@quittance/crm';
import { Database, type Tx } from '@quittance/database';
import { DomainError, invalidField, notFound, type Ctx, type InvoiceId } from '@quittance/kernel';
import { formatMinor, sumOf } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import type { DraftOf } from '@quittance/nouns';
import { assignNumbers, readNumberingRules } from '@quittance/numbering';
import {
  accountMismatch,
  allocationsExceedPayment,
  currencyMismatch,
} from '../receivables.errors.js';
import { lockInvoices, type Invoice } from '../invoices/invoice.repository.js';
import { refuseAwaitingDrafts } from '../invoice-records/awaiting-invoices.js';
import { refuseUndeterminedDrafts } from '../invoice-lines/undetermined.js';
import { parseAmount } from '../parse-amount.js';
import { announcePayment } from './announce-payment.js';
import { allocatePayment, type PlannedAllocation } from './allocate-payment.js';
import { newPayment, receivedOn } from './new-payment.js';
import type { accountPaymentMembers } from './payment.description.js';
import { paymentDetail, type PaymentDetail } from './payment.queries.js';
import { payments } from './payment.repository.js';
import { refuseAboveBalance } from './record-payment.js';
import { storeAllocatedPayment } from './store-allocated-payment.js';

/** A part of the payment meant for an invoice, in major units as decimal text. */
export interface AllocationInput {
  readonly invoiceId: InvoiceId;
  readonly amount: string;
}

/** Money of a customer over any number of invoices; what is left is kept on account. */
export interface AccountPayment extends Readonly<DraftOf<typeof accountPaymentMembers>> {
  readonly allocations?: readonly AllocationInput[];
}

/** Records one payment over several invoices of a customer, the rest on account. */
@Injectable()
export class RecordAccountPayment {
  constructor(private readonly db: Database) {}

  /**
   * @throws DomainError validation_failed, account_mismatch, currency_mismatch,
   *   payment_exceeds_balance, allocations_exceed_payment, currency_not_enabled,
   *   tax_undetermined, record_awaits_approval
   */
  async execute(ctx: Ctx, input: AccountPayment): Promise<PaymentDetail> {
    const { currency, allocations = [] } = input;
    const amount = parseAmount(input.amount, currency);
    const amounts = allocations.map((each, i) =>
      parseAmount(each.amount, currency, `/allocations/${i}/amount`),
    );
    refuseTwice(allocations);
    const allocated = sumOf(amounts);
    if (allocated > amount) {
      throw allocationsExceedPayment({
        allocated: formatMinor(allocated, currency),
        amount: formatMinor(amount, currency),
        currency,
      });
    }
    return this.db.write(ctx, async (tx) => {
      const { planned, company, rules, noteRules } = await lockAll(tx, input, amounts);
      // An invoice that is there may always be paid.
      if (planned.length === 0) refuseDisabled(company, currency);
      const today = companyToday(company, ctx.now);
      const received = receivedOn(input, today);
      const excess = amount - allocated;
      const [[number], [noteNumber]] = await tx.locked(
        () => assignNumbers(tx, 'payment', [received], rules),
        () => assignNumbers(tx, 'credit-note', excess > 0n ? [received] : [], noteRules),
      );
      if (!number) throw new RangeError('The payment was given no number');
      const payment = newPayment(ctx, number, {
        status: 'completed',
        accountId: input.accountId,
        invoiceId: null,
        currency,
        amount,
        appliedAmount: allocated,
        onAccountAmount: excess,
        method: input.method,
        reference: input.reference ?? null,
        receivedOn: received,
      });
      tx.later(payments.insert(tx, [payment]));
      await allocate(tx, payment, planned, noteNumber ?? null, received, company);
      announcePayment(tx, 'payment.recorded', payment);
      return paymentDetail(tx, payment.id);
    });
  }
}

async function allocate(
  tx: Tx,
  payment: Parameters<typeof storeAllocatedPayment>[1],
  planned: readonly PlannedAllocation[],
  noteNumber: Parameters<typeof storeAllocatedPayment>[3],
  received: LocalDate,
  company: CompanyTerms,
): Promise<void> {
  const { now, actor } = tx.ctx;
  const today = companyToday(company, now);
  const allocated = allocatePayment(payment, planned, received, { today, now, actor });
  await storeAllocatedPayment(tx, payment, allocated, noteNumber, received, company);
}

/** The customer's ledger account, then the invoices by id: the order that prevents deadlocks. */
async function lockAll(tx: Tx, input: AccountPayment, amounts: readonly bigint[]) {
  const { accountId, allocations = [] } = input;
  const ids = allocations.map(({ invoiceId }) => invoiceId);
  const [, invoices, company, rules, noteRules] = await tx.locked(
    () => lockLedgerAccount(tx, accountId).catch(refuseAccount),
    () => lockInvoices(tx, ids),
    readCompanyTerms,
    (behind) => readNumberingRules(behind, 'payment'),
    (behind) => readNumberingRules(behind, 'credit-note'),
  );
  const planned = allocations.map(({ invoiceId }, i): PlannedAllocation => {
    const invoice = invoices.find(({ id }) => id === invoiceId);
    const amount = amounts[i] ?? 0n;
    return { invoice: payableBy(input, invoice, amount, `/allocations/${i}`), amount };
  });
  await refuseAwaitingDrafts(tx, invoices);
  await refuseUndeterminedDrafts(tx, invoices);
  return { planned, company, rules, noteRules };
}

/** The account is named in the body, so it is a field that is wrong. */
function refuseAccount(error: unknown): never {
  if (!(error instanceof DomainError) || error.code !== notFound.code) throw error;
  throw invalidField('/accountId', 'reference_not_found', 'There is no such account.');
}

function payableBy(
  { accountId, currency }: AccountPayment,
  invoice: Invoice | undefined,
  amount: bigint,
  pointer: string,
): Invoice {
  if (!invoice) {
    throw invalidField(`${pointer}/invoiceId`, 'reference_not_found', 'There is no such invoice.');
  }
  const errors = [
    { pointer: `${pointer}/invoiceId`, code: 'state', message: 'cannot be paid by it' },
  ];
  if (invoice.accountId !== accountId)
    throw accountMismatch({ number: invoice.number }, { errors });
  if (invoice.currency !== currency) {
    const object = `invoice ${invoice.number}`;
    throw currencyMismatch({ object, expected: invoice.currency, given: currency }, { errors });
  }
  refuseAboveBalance(amount, invoice, `${pointer}/amount`);
  return invoice;
}

/** @throws DomainError validation_failed */
export function refuseTwice(allocations: readonly AllocationInput[]): void {
  const ids = allocations.map(({ invoiceId }) => invoiceId);
  const twice = ids.findIndex((id, i) => ids.indexOf(id) !== i);
  if (twice < 0) return;
  throw invalidField(`/allocations/${twice}/invoiceId`, 'duplicate', 'is named twice');
}
