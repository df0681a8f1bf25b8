import { Injectable } from '@nestjs/common';
import { readToday } from '@quittance/company';
import { Database, type Tx } from '@quittance/database';
import { invalidField, newId, type Ctx, type Id, type InvoiceId } from '@quittance/kernel';
import { formatMinor, sumOf } from '@quittance/money';
import { assignNumbers, readNumberingRules } from '@quittance/numbering';
import { refuseUndeterminedDrafts } from '../invoice-lines/undetermined.js';
import { attachProof, PROOF_OF_PAYMENT } from '../disputes/proof.js';
import { isClosed } from '../invoices/invoice.js';
import { lockInvoice, lockInvoices, type Invoice } from '../invoices/invoice.repository.js';
import { parseAmount } from '../parse-amount.js';
import { announcePayment } from '../payments/announce-payment.js';
import { newPayment } from '../payments/new-payment.js';
import { paymentDetail, type PaymentDetail } from '../payments/payment.queries.js';
import { payments } from '../payments/payment.repository.js';
import { refuseTwice, type AllocationInput } from '../payments/record-account-payment.js';
import { recordPayment, type InvoicePayment } from '../payments/record-payment.js';
import {
  accountMismatch,
  allocationsExceedPayment,
  currencyMismatch,
  invoiceStatusConflict,
  paymentAlreadyRecorded,
} from '../receivables.errors.js';
import { statedDay } from './stated-day.js';
import {
  insertProof,
  insertStatedAllocations,
  statedAlready,
  type StatedAllocation,
} from './stated-allocation.repository.js';

/** What a customer says of money that they have sent. */
export interface PaymentStatement extends Omit<InvoicePayment, 'pending'> {
  /** Who of the portal says so. */
  readonly portalUserId: Id<'portal-user'>;
  /** Uploads of theirs that show it. */
  readonly documentIds?: readonly Id<'document'>[];
}

/** The same of money for several invoices of one account. */
export interface AllocatedStatement extends PaymentStatement {
  /** What of it is meant for each; the rest goes on account once it is there. */
  readonly allocations: readonly AllocationInput[];
}

/**
 * Takes down that a customer says to have paid: pending until staff see the money, and nothing is
 * settled by it. It may be more than is open.
 */
@Injectable()
export class StatePayment {
  constructor(private readonly db: Database) {}

  /**
   * @throws DomainError not_found, payment_already_recorded, invoice_status_conflict,
   *   currency_mismatch, validation_failed, tax_undetermined
   */
  execute(ctx: Ctx, id: InvoiceId, input: PaymentStatement): Promise<PaymentDetail> {
    return this.db.write(ctx, (tx) => stateOfOne(tx, id, input));
  }

  /**
   * Of money for several invoices.
   * @throws DomainError as above, and account_mismatch, allocations_exceed_payment
   */
  allocated(ctx: Ctx, { allocations, ...input }: AllocatedStatement): Promise<PaymentDetail> {
    refuseTwice(allocations);
    return this.db.write(ctx, (tx) => stateOfSeveral(tx, allocations, input));
  }
}

async function stateOfOne(tx: Tx, id: InvoiceId, input: PaymentStatement): Promise<PaymentDetail> {
  const invoice = await lockInvoice(tx, id);
  const { status, currency, accountId } = invoice;
  if (isClosed(status)) throw invoiceStatusConflict({ status, operation: 'pay' });
  const amount = parseAmount(input.amount, currency);
  const received = statedDay(input.receivedOn, await readToday(tx), [invoice]);
  const reference = input.reference ?? null;
  const facts = { accountId, currency, amount, receivedOn: received, reference };
  const stated = [{ invoiceId: id, amount }];
  if (await statedAlready(tx, facts, stated)) throw paymentAlreadyRecorded();
  const payment = await recordPayment(tx, id, { ...input, pending: true });
  return proven(tx, payment, id, input);
}

async function stateOfSeveral(
  tx: Tx,
  allocations: readonly AllocationInput[],
  input: PaymentStatement,
): Promise<PaymentDetail> {
  const ids = allocations.map(({ invoiceId }) => invoiceId);
  const [locked, today, rules] = await tx.locked(
    () => lockInvoices(tx, ids),
    readToday,
    (behind) => readNumberingRules(behind, 'payment'),
  );
  const [{ accountId, currency }] = payable(locked, ids, input);
  await refuseUndeterminedDrafts(tx, locked);
  const amount = parseAmount(input.amount, currency);
  const stated = allocations.map((each, i): StatedAllocation => ({
    invoiceId: each.invoiceId,
    amount: parseAmount(each.amount, currency, `/allocations/${i}/amount`),
  }));
  refuseAbove(stated, amount, currency);
  const received = statedDay(input.receivedOn, today, locked);
  const reference = input.reference ?? null;
  const facts = { accountId, currency, amount, receivedOn: received, reference };
  if (await statedAlready(tx, facts, stated)) throw paymentAlreadyRecorded();
  const [number] = await assignNumbers(tx, 'payment', [received], rules);
  if (!number) throw new RangeError('The payment was given no number');
  const payment = newPayment(tx.ctx, number, {
    ...facts,
    id: newId<'payment'>(),
    status: 'pending',
    invoiceId: null,
    appliedAmount: 0n,
    onAccountAmount: 0n,
    method: input.method,
    portalUserId: input.portalUserId,
  });
  tx.later(payments.insert(tx, [payment]), insertStatedAllocations(tx, payment.id, stated));
  announcePayment(tx, 'payment.submitted', payment);
  return proven(tx, await paymentDetail(tx, payment.id), ids[0], input);
}

/** The payment with what was uploaded to show it, which hangs on its invoice. */
async function proven(
  tx: Tx,
  payment: PaymentDetail,
  invoiceId: InvoiceId | undefined,
  { portalUserId, documentIds = [] }: PaymentStatement,
): Promise<PaymentDetail> {
  if (!invoiceId || documentIds.length === 0) return payment;
  await attachProof(tx, { portalUserId, documentIds }, invoiceId, PROOF_OF_PAYMENT);
  tx.later(insertProof(tx, payment.id, documentIds));
  return { ...payment, documentIds };
}

/** The invoices as they are named: all of one account and currency, and open to be paid. */
function payable(
  locked: readonly Invoice[],
  ids: readonly InvoiceId[],
  { currency }: PaymentStatement,
): [Invoice, ...Invoice[]] {
  const named = ids.map((id, i) => {
    const pointer = `/allocations/${i}/invoiceId`;
    const invoice = locked.find((each) => each.id === id);
    if (!invoice) throw invalidField(pointer, 'reference_not_found', 'There is no such invoice.');
    return invoice;
  });
  const [first, ...more] = named;
  if (!first) throw invalidField('/allocations', 'min', 'must name an invoice');
  named.forEach((invoice, i) => {
    const pointer = `/allocations/${i}/invoiceId`;
    const errors = [{ pointer, code: 'state', message: 'cannot be paid by it' }];
    const { status, number, accountId } = invoice;
    if (isClosed(status)) throw invoiceStatusConflict({ status, operation: 'pay' }, { errors });
    if (accountId !== first.accountId) throw accountMismatch({ number }, { errors });
    const given = currency ?? first.currency;
    if (invoice.currency === given) return;
    const object = `invoice ${number}`;
    throw currencyMismatch({ object, expected: invoice.currency, given }, { errors });
  });
  return [first, ...more];
}

function refuseAbove(
  stated: readonly StatedAllocation[],
  amount: bigint,
  currency: Invoice['currency'],
): void {
  const allocated = sumOf(stated.map((each) => each.amount));
  if (allocated <= amount) return;
  throw allocationsExceedPayment({
    allocated: formatMinor(allocated, currency),
    amount: formatMinor(amount, currency),
    currency,
  });
}
