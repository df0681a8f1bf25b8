import { audit } from '@quittance/audit';
import { sql, type Tx } from '@quittance/database';
import { notFound, type CreditNoteId, type InvoiceId } from '@quittance/kernel';
import { nounList } from '@quittance/nouns';
import { taxTransactionNoun, type TaxTransaction } from './tax-transaction.description.js';
import { begun, taxTransactionView, type TaxTransactionView } from './tax-transaction.js';

const transactions = taxTransactionNoun.rows;
const COLUMNS = transactions.select('t');

const FIND = `select ${COLUMNS} from tax.transaction t where t.company_id = $1 and t.id = $2`;
const FIND_TRANSACTION = sql(FIND);
const LOCK_TRANSACTION = sql(`${FIND} for no key update`);

/**
 * Due, with nobody at the provider for them; by `transaction_sweep_index`. A credit note waits for
 * the commit of its invoice: a provider may know nothing of an invoice it was not told of.
 */
const DUE = sql(`
  select ${COLUMNS} from tax.transaction t
  where t.company_id = $1 and t.next_sweep_at <= $2
    and (t.busy_until is null or t.busy_until <= $2)
    and (t.credit_note_id is null or not exists (select 1 from tax.transaction o
      where o.company_id = $1 and o.invoice_id = t.invoice_id and o.credit_note_id is null
        and o.state = 'pending' and o.operation = 'commit'))
  order by t.next_sweep_at limit $3 for no key update skip locked`);

/** The tax of a document that is void: the built-in engine's at once. */
const VOID = `
  update tax.transaction t set invoice_void = true, operation = 'void', attempts = 0, sweeps = 0,
    last_error = null, version = t.version + 1, updated_at = $3::timestamptz,
    state = case when t.provider = 'built_in' or t.state = 'voided' then 'voided' else 'pending'
    end,
    next_sweep_at = case when t.provider = 'built_in' or t.state = 'voided' then null
      else $3::timestamptz end,
    voided_at = case when t.provider = 'built_in' then coalesce(t.voided_at, $3::timestamptz)
      else t.voided_at end
  where t.company_id = $1`;
/** By `transaction_invoice_key`. */
const VOID_OF_INVOICE = sql(`${VOID} and t.invoice_id = $2 and t.credit_note_id is null`);
/** By `transaction_credit_note_key`. */
const VOID_OF_NOTE = sql(`${VOID} and t.credit_note_id = $2`);
/** By `transaction_invoice_key`. */
const OF_INVOICE = sql(`
  select ${COLUMNS} from tax.transaction t
  where t.company_id = $1 and t.invoice_id = $2 and t.credit_note_id is null`);

/**
 * The tax of an invoice that was taken back when all its money was, and is charged again. What a
 * provider has not taken back yet it is told anew, as by one who may have been heard before.
 */
const CHARGED_AGAIN = `
  on conflict (company_id, invoice_id) where credit_note_id is null do update set
    operation = 'commit', invoice_void = false, currency = excluded.currency, net = excluded.net,
    tax = excluded.tax, total = excluded.total, fallback = excluded.fallback,
    provider = case when transaction.state = 'voided' then excluded.provider
      else transaction.provider end,
    document = case when transaction.state = 'voided' then excluded.document
      else coalesce(excluded.document, transaction.document) end,
    state = case when transaction.state = 'voided' then excluded.state else 'pending' end,
    next_sweep_at = case when transaction.state = 'voided' then excluded.next_sweep_at
      else excluded.updated_at end,
    attempts = 1, sweeps = 0, last_error = null, provider_reference = null,
    committed_at = excluded.committed_at, voided_at = null, updated_at = excluded.updated_at,
    version = transaction.version + 1`;

/** The next look is set before this one, so that a sweeper that dies leaves nothing behind. */
const BEGIN = sql(`
  update tax.transaction t set attempts = b.attempts, sweeps = b.sweeps,
    next_sweep_at = b.next_sweep_at, busy_until = b.busy_until, version = t.version + 1,
    updated_at = $2
  from unnest($3::uuid[], $4::integer[], $5::integer[], $6::timestamptz[], $7::timestamptz[])
    as b(id, attempts, sweeps, next_sweep_at, busy_until)
  where t.company_id = $1 and t.id = b.id`);

export function insertTaxTransaction(tx: Tx, transaction: TaxTransaction): Promise<void> {
  return transactions.insert(tx, [transaction]);
}

/** Stores the tax that invoices charge from now on. Sent before this returns. */
export function chargeTax(tx: Tx, charged: readonly TaxTransaction[]): Promise<void> {
  return transactions.insert(tx, charged, CHARGED_AGAIN);
}

/**
 * Takes back the tax of an invoice that is void, if any was recorded or is about to be. Sent before
 * this returns; an external provider is told after the commit.
 */
async function voidTaxOfInvoice(tx: Tx, id: InvoiceId): Promise<void> {
  await tx.run(VOID_OF_INVOICE, [tx.ctx.companyId, id, tx.ctx.now]);
}

/** As `voidTaxOfInvoice`, of a credit note. */
async function voidTaxOfNote(tx: Tx, id: CreditNoteId): Promise<void> {
  await tx.run(VOID_OF_NOTE, [tx.ctx.companyId, id, tx.ctx.now]);
}

/** Takes back the tax of what is void. */
export const voidTax = { ofInvoice: voidTaxOfInvoice, ofNote: voidTaxOfNote } as const;

/** What is recorded of the tax of an invoice; undefined when nothing was. */
export function taxOfInvoice(tx: Tx, id: InvoiceId): Promise<TaxTransaction | undefined> {
  return tx.maybe<TaxTransaction>(OF_INVOICE, [tx.ctx.companyId, id]);
}

/** @throws DomainError not_found */
export async function findTaxTransaction(tx: Tx, id: string): Promise<TaxTransaction> {
  return found(await tx.maybe<TaxTransaction>(FIND_TRANSACTION, [tx.ctx.companyId, id]));
}

/** @throws DomainError not_found */
export async function lockTaxTransaction(tx: Tx, id: string): Promise<TaxTransaction> {
  return found(await tx.maybe<TaxTransaction>(LOCK_TRANSACTION, [tx.ctx.companyId, id]));
}

function found(transaction: TaxTransaction | undefined): TaxTransaction {
  if (!transaction) throw notFound({ object: 'tax transaction' });
  return transaction;
}

/** Takes up what is due, for this process alone until it is done or taken for dead. */
export async function claimDueTransactions(tx: Tx, most: number): Promise<TaxTransaction[]> {
  const { companyId, now } = tx.ctx;
  const due = await tx.rows<TaxTransaction>(DUE, [companyId, now, most]);
  const claimed = due.map((transaction) => begun(transaction, now));
  if (claimed.length === 0) return [];
  await tx.run(BEGIN, [
    companyId,
    now,
    claimed.map(({ id }) => id),
    claimed.map(({ attempts }) => attempts),
    claimed.map(({ sweeps }) => sweeps),
    claimed.map(({ nextAttemptAt }) => nextAttemptAt),
    claimed.map(({ busyUntil }) => busyUntil),
  ]);
  return claimed;
}

/** Stores a change and answers the transaction after it; a change of its state is logged. */
export async function changeTaxTransaction(
  tx: Tx,
  before: TaxTransaction,
  change: Partial<TaxTransaction>,
): Promise<TaxTransaction> {
  const patch = { ...change, version: before.version + 1, updatedAt: tx.ctx.now };
  await transactions.update(tx, { id: before.id }, patch);
  const after = { ...before, ...patch };
  if (after.state !== before.state) {
    audit(tx, {
      action: `tax_transaction.${after.state}`,
      object: 'tax-transaction',
      recordId: before.id,
      before: { state: before.state },
      after: { state: after.state, error: after.error },
    });
  }
  return after;
}

/** What is recorded of the tax of invoices and credit notes, the newest first. */
export const taxTransactionList = nounList<TaxTransaction, TaxTransactionView>(
  taxTransactionNoun,
  taxTransactionView,
);
