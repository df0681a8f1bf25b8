import { audit } from '@quittance/audit';
import {
  findAccountsByKey,
  holdBillingAccounts,
  importAccounts,
  reachedAccounts,
  type BillingAccount,
} from '@quittance/crm';
import { companyToday } from '@quittance/company';
import { atSavepoint, type Tx } from '@quittance/database';
import { invalidField, notFound, type DomainError } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { assignNumbers } from '@quittance/numbering';
import { refusalsIn, customMembers } from '@quittance/objects';
import {
  objectOf,
  type CompanyModels,
  type CompanyObject,
  type RecordId,
} from '@quittance/metadata';
import { recordProblem } from '@quittance/mass';
import type { FieldValues } from '@quittance/fields';
import { emit } from '@quittance/outbox';
import { checkBooks } from '../check-books.js';
import { storeDisputes } from '../disputes/dispute.repository.js';
import type { Invoice } from '../invoices/invoice.description.js';
import { invoiceLines, invoices } from '../invoices/invoice.repository.js';
import { invoiceFieldValues, invoiceSummary } from '../invoices/invoice.view.js';
import { markWritten } from '../invoice-records/written-invoices.js';
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

/** What became of the rows of a batch that were not here yet. */
export interface ImportedBatch {
  readonly imported: readonly ImportedInvoice[];
  readonly failed: readonly FailedRow[];
}

/** A row that the rules of the company refuse. */
export interface FailedRow {
  readonly line: number;
  readonly problem: ReturnType<typeof recordProblem>;
}

/** Objects as the company has shaped them. */
interface Shapes {
  readonly accounts: CompanyObject;
  /** Null where nothing is asked of new invoices. */
  readonly invoices: CompanyObject | null;
}

/** Carries what a dry run found out of the part of the transaction that it must not leave. */
class Undone extends Error {
  constructor(readonly batch: ImportedBatch) {
    super('A dry run is undone');
  }
}

/**
 * Writes the rows that are not here yet, in a number of statements that does not grow with them.
 */
export async function importInvoiceBatch(
  tx: Tx,
  models: CompanyModels,
  rows: readonly ImportedInvoice[],
  { asOf, dryRun }: BatchOptions,
): Promise<ImportedBatch> {
  const [fresh, model] = await Promise.all([unknownRows(tx, rows), models.of(tx)]);
  if (fresh.length === 0) return { imported: [], failed: [] };
  const [accounts, invoiceObject] = [objectOf(model, 'account'), objectOf(model, 'invoice')];
  const isShaped = await customMembers.areAsked(tx, invoiceObject);
  const shapes = { accounts, invoices: isShaped ? invoiceObject : null };
  if (!dryRun) return importFresh(tx, shapes, fresh, asOf);
  // Where the company asks nothing there is nothing to be found by trying.
  const isAsked = isShaped || !mayMakeAccounts(tx) || (await customMembers.areAsked(tx, accounts));
  return isAsked ? tried(tx, shapes, fresh, asOf) : { imported: fresh, failed: [] };
}

async function tried(...[tx, ...rest]: Parameters<typeof importFresh>): Promise<ImportedBatch> {
  try {
    return await atSavepoint(tx, async (part) => {
      throw new Undone(await importFresh(part, ...rest));
    });
  } catch (error) {
    if (error instanceof Undone) return error.batch;
    throw error;
  }
}

/**
 * Rows that are refused are left out; the others are then written as if those had not been there.
 */
async function importFresh(
  tx: Tx,
  shapes: Shapes,
  fresh: readonly ImportedInvoice[],
  asOf: LocalDate,
): Promise<ImportedBatch> {
  const { accounts, refused } = await accountsOf(tx, shapes.accounts, fresh);
  const failed: FailedRow[] = [];
  const fail = ({ line }: ImportedInvoice, error: DomainError) =>
    failed.push({ line, problem: recordProblem(error) });
  let rest = fresh.filter((row) => {
    const error = refused.get(row.customer);
    if (error) fail(row, error);
    return !error;
  });
  const write = (part: Tx) => writeInvoices(part, shapes.invoices, rest, accounts, asOf);
  for (;;) {
    try {
      await (shapes.invoices ? atSavepoint(tx, write) : write(tx));
      return { imported: rest, failed };
    } catch (error) {
      const found = refusalsIn(error);
      if (!found) throw error;
      for (const [at, refusal] of found) fail(rest[at] as ImportedInvoice, refusal);
      rest = rest.filter((_, at) => !found.has(at));
    }
  }
}

/** @throws DraftsRefused by the positions of the rows */
async function writeInvoices(
  tx: Tx,
  object: CompanyObject | null,
  rows: readonly ImportedInvoice[],
  accounts: ReadonlyMap<string, BillingAccount>,
  asOf: LocalDate,
): Promise<void> {
  const facts = { asOf, now: tx.ctx.now, actor: tx.ctx.actor };
  const numbers = await assignNumbers(
    tx,
    'invoice',
    rows.map(({ issueDate }) => issueDate),
  );
  const made = rows.map((row, i) => {
    const [account, number] = [accounts.get(row.customer), numbers[i]];
    if (!account || !number) throw new RangeError('An imported row has no account or number');
    return { row, invoice: invoiceOf(row, account, number, facts) };
  });
  const members = object ? await membersOf(tx, object, made) : [];
  markWritten(
    tx,
    made.map(({ invoice: { id } }) => ({ id, before: null })),
  );
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
  if (object) await customMembers.storeOf(tx, object, members);
  await settle(tx, made, facts);
  for (const [i, { invoice }] of made.entries()) {
    announceImport(tx, invoice, members[i]?.draft.values ?? {});
  }
}

/**
 * The file says nothing of custom fields: they have their defaults, and nobody is asked for more.
 */
function membersOf(tx: Tx, object: CompanyObject, made: readonly Made[]) {
  const today = companyToday(object.model.terms, tx.ctx.now);
  return customMembers.readOf(
    tx,
    object,
    made.map(({ invoice }) => ({
      id: invoice.id as string as RecordId,
      before: null,
      standard: invoiceFieldValues(invoice, today),
      unasked: true,
    })),
  );
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

/** Whoever may write all that an import says of an account. */
function mayMakeAccounts({ ctx: { permissions } }: Tx): boolean {
  const kept = permissions.fields?.('accounts')?.unwritten;
  const isKept = WRITTEN_OF_ACCOUNTS.some((name) => kept?.has(name));
  return permissions.can('accounts', 'create') && !isKept;
}

const WRITTEN_OF_ACCOUNTS = ['externalKey', 'name', 'currency'] as const;

function accountOf({ customer, customerName, currency }: ImportedInvoice) {
  return { externalKey: customer, name: customerName ?? customer, currency };
}

function notHere(): DomainError {
  const message = 'is no account that is here; making one takes the right to create accounts';
  return invalidField('/customerID', 'denied', message);
}

/** For who may not make accounts: those that are here, and the others refused. */
async function onlyKnown(tx: Tx, rows: readonly ImportedInvoice[]) {
  const keys = [...new Set(rows.map(({ customer }) => customer))];
  const ids = await findAccountsByKey(tx, keys);
  const missing = keys.filter((key) => !ids.has(key));
  return { ids, refused: new Map(missing.map((key) => [key, notHere()])) };
}

/** Finds or makes the account of every customer. */
async function accountsOf(tx: Tx, object: CompanyObject, rows: readonly ImportedInvoice[]) {
  const { ids, refused: unmade } = mayMakeAccounts(tx)
    ? await importAccounts(tx, object, rows.map(accountOf))
    : await onlyKnown(tx, rows);
  const seen = await reachedAccounts(tx, 'invoices', [...ids.values()]);
  const refused = new Map(unmade);
  // Whose account is not theirs is told nothing of it, as if the key could not be taken.
  for (const [customer, id] of ids) {
    if (seen.has(id)) continue;
    refused.set(customer, mayMakeAccounts(tx) ? notFound({ object: 'account' }) : notHere());
  }
  const found = await holdBillingAccounts(tx, [...seen]);
  const accounts = new Map(
    [...ids].flatMap(([customer, id]) => {
      const account = found.get(id);
      return account ? [[customer, account] as const] : [];
    }),
  );
  return { accounts, refused };
}

interface Made {
  readonly row: ImportedInvoice;
  readonly invoice: Invoice;
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
function announceImport(tx: Tx, invoice: Invoice, custom: FieldValues): void {
  const { id: recordId, number, status, externalReference } = invoice;
  const after = { number, status, externalReference };
  audit(tx, { action: 'invoice.imported', object: 'invoice', recordId, after });
  const data = { ...invoiceSummary(invoice), externalReference, ...custom };
  emit(tx, { type: 'invoice.created', object: 'invoice', recordId, data });
}
