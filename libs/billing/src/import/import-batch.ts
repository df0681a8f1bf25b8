import { audit } from '@quittance/audit';
import { findBillingAccounts, importAccounts, type BillingAccount } from '@quittance/crm';
import type { Tx } from '@quittance/database';
import type { LocalDate } from '@quittance/kernel';
import { assignNumbers } from '@quittance/numbering';
import { emit } from '@quittance/outbox';
import { checkBooks } from '../check-books.js';
import { storeDisputes } from '../invoices/dispute.repository.js';
import type { NewInvoice } from '../invoices/invoice.entity.js';
import { invoiceLines, invoices } from '../invoices/invoice.repository.js';
import { invoiceSummary } from '../invoices/invoice.view.js';
import { allocations, payments } from '../payments/payment.repository.js';
import {
  allocationOf,
  invoiceOf,
  lineOf,
  paymentOf,
  type ImportFacts,
} from './imported-documents.js';
import { settledBy, type ImportedInvoice } from './imported-invoice.js';
import { KNOWN_REFERENCES, LOCK_IMPORT } from './import.sql.js';

interface BatchOptions {
  readonly asOf: LocalDate;
  readonly dryRun: boolean;
}

/** Writes the rows that are not here yet, in a number of statements that does not grow with them. */
export async function importBatch(
  tx: Tx,
  rows: readonly ImportedInvoice[],
  { asOf, dryRun }: BatchOptions,
): Promise<readonly ImportedInvoice[]> {
  const fresh = await unknownRows(tx, rows);
  if (dryRun || fresh.length === 0) return fresh;
  const accounts = await accountsOf(tx, fresh);
  const facts = { asOf, now: tx.ctx.now, actor: tx.ctx.actor };
  const numbers = await assignNumbers(
    tx,
    'invoice',
    fresh.map(({ issueDate }) => issueDate),
  );
  const made = fresh.map((row, i) => {
    const [account, number] = [accounts.get(row.customer), numbers[i]];
    if (!account || !number) throw new RangeError('An imported row has no account or number');
    return { row, invoice: invoiceOf(row, account, number, facts) };
  });
  await Promise.all([
    invoices.insert(
      tx,
      made.map(({ invoice }) => invoice),
    ),
    invoiceLines.insert(
      tx,
      made.map(({ invoice }) => lineOf(invoice)),
    ),
    storeDisputes(
      tx,
      made.flatMap(({ invoice: { id, dispute } }) => (dispute ? [{ invoiceId: id, dispute }] : [])),
    ),
  ]);
  await settle(tx, made, facts);
  for (const { invoice } of made) announceImport(tx, invoice);
  return fresh;
}

async function unknownRows(tx: Tx, rows: readonly ImportedInvoice[]): Promise<ImportedInvoice[]> {
  const { companyId } = tx.ctx;
  const references = rows.map(({ reference }) => reference);
  const [, known] = await Promise.all([
    tx.run(LOCK_IMPORT, [companyId]),
    tx.rows<{ reference: string }>(KNOWN_REFERENCES, [companyId, references]),
  ]);
  const here = new Set(known.map(({ reference }) => reference));
  return rows.filter(({ reference }) => !here.has(reference));
}

/** Finds or makes the account of every customer. */
async function accountsOf(
  tx: Tx,
  rows: readonly ImportedInvoice[],
): Promise<Map<string, BillingAccount>> {
  const ids = await importAccounts(
    tx,
    rows.map(({ customer, customerName, currency }) => ({
      externalKey: customer,
      name: customerName ?? customer,
      currency,
    })),
  );
  const accounts = await findBillingAccounts(tx, [...ids.values()]);
  return new Map(
    [...ids].flatMap(([customer, id]) => {
      const account = accounts.get(id);
      return account ? [[customer, account] as const] : [];
    }),
  );
}

interface Made {
  readonly row: ImportedInvoice;
  readonly invoice: NewInvoice;
}

/** One payment in full for each invoice that was settled by then; then proves the books. */
async function settle(tx: Tx, made: readonly Made[], facts: ImportFacts): Promise<void> {
  const settled = made.flatMap(({ row, invoice }) => {
    const receivedOn = settledBy(row, facts.asOf);
    return receivedOn ? [{ invoice, receivedOn }] : [];
  });
  settled.sort((a, b) => (a.receivedOn < b.receivedOn ? -1 : 1));
  const numbers = await assignNumbers(
    tx,
    'payment',
    settled.map(({ receivedOn }) => receivedOn),
  );
  const paid = settled.map(({ invoice, receivedOn }, i) => {
    const number = numbers[i];
    if (!number) throw new RangeError('An imported payment has no number');
    return { invoice, payment: paymentOf(invoice, receivedOn, number, facts) };
  });
  await Promise.all([
    payments.insert(
      tx,
      paid.map(({ payment }) => payment),
    ),
    allocations.insert(
      tx,
      paid.map(({ payment, invoice }) => allocationOf(payment, invoice)),
    ),
    checkBooks(tx, {
      invoices: made.map(({ invoice }) => invoice.id),
      payments: paid.map(({ payment }) => payment.id),
      creditNotes: [],
    }),
  ]);
}

/** An imported invoice is one like any other to rules and subscribers; its reference tells them. */
function announceImport(tx: Tx, invoice: NewInvoice): void {
  const { id: recordId, number, status, externalReference } = invoice;
  const after = { number, status, externalReference };
  audit(tx, { action: 'invoice.imported', object: 'invoice', recordId, after });
  const data = { ...invoiceSummary(invoice), externalReference };
  emit(tx, { type: 'invoice.created', object: 'invoice', recordId, data });
}
