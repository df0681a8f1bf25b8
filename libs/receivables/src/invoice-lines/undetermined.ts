import { sql, type Tx } from '@quittance/database';
import type { DomainError, InvoiceId } from '@quittance/kernel';
import { isUndetermined, type TaxReason } from '@quittance/tax';
import { taxUndetermined } from '../receivables.errors.js';
import { isEditable } from '../invoices/invoice.js';
import type { Invoice } from '../invoices/invoice.repository.js';

interface DecidedLine {
  readonly position: number;
  readonly taxReason: TaxReason | null;
}

const WHY: Partial<Record<TaxReason, string>> = {
  rate_missing: 'there is no rate in force for its code where it is supplied',
  registration_required: 'it is taxed where the company is not registered, or has no rates',
  place_unknown: 'the address of the customer, or of the company, names no region that is known',
  import_value_unknown: 'no exchange rate tells whether it is within the limit of imports',
  engine_failed: 'the tax provider did not answer',
};

function refusal(object: string, lines: readonly DecidedLine[]): DomainError {
  const errors = lines.map(({ position, taxReason }) => ({
    pointer: `/lines/${position - 1}`,
    code: taxReason ?? '',
    message: (taxReason && WHY[taxReason]) ?? 'its tax is not known',
  }));
  const positions = lines.map(({ position }) => position).join(', ');
  return taxUndetermined({ object, lines: positions }, { errors });
}

/**
 * A line that should be taxed and is not never leaves the house.
 * @throws DomainError tax_undetermined naming the lines
 */
export function refuseUndetermined(object: string, lines: readonly DecidedLine[]): void {
  const open = lines.filter(({ taxReason }) => isUndetermined(taxReason));
  if (open.length > 0) throw refusal(object, open);
}

/** By the partial index `invoice_line_undetermined_index`. */
const UNDETERMINED_LINES = sql(`
  select l.invoice_id as "invoiceId", l.position, l.tax_reason as "taxReason"
  from receivables.invoice_line l
  where l.company_id = $1 and l.invoice_id = any($2::uuid[])
    and l.tax_category is null and l.tax_reason is not null
  order by l.invoice_id, l.position`);

type Draft = Pick<Invoice, 'id' | 'number' | 'status'>;

/** Of locked drafts, the lines whose tax is not determined, by invoice; others have none. */
async function readUndetermined(
  tx: Tx,
  invoices: readonly Draft[],
): Promise<ReadonlyMap<InvoiceId, readonly DecidedLine[]>> {
  const found = new Map<InvoiceId, DecidedLine[]>();
  const ids = invoices.filter(({ status }) => isEditable(status)).map(({ id }) => id);
  if (ids.length === 0) return found;
  const params = [tx.ctx.companyId, ids];
  const rows = await tx.rows<DecidedLine & { invoiceId: InvoiceId }>(UNDETERMINED_LINES, params);
  for (const row of rows) {
    const known = found.get(row.invoiceId);
    if (known) known.push(row);
    else found.set(row.invoiceId, [row]);
  }
  return found;
}

/**
 * Refuses money for drafts whose tax is not determined: nobody knows what is owed, and one that was
 * paid is a draft no more.
 * @throws DomainError tax_undetermined naming the lines of the first
 */
export async function refuseUndeterminedDrafts(tx: Tx, invoices: readonly Draft[]): Promise<void> {
  const found = await readUndetermined(tx, invoices);
  for (const { id, number } of invoices) {
    const lines = found.get(id);
    if (lines) throw refusal(`invoice ${number}`, lines);
  }
}

/**
 * For money that is there already and never refused: a draft whose tax is not determined takes none
 * of it, so that it is kept on account.
 */
export async function withoutUndetermined<T extends Draft & { readonly balance: bigint }>(
  tx: Tx,
  invoices: readonly T[],
): Promise<T[]> {
  const found = await readUndetermined(tx, invoices);
  return invoices.map((invoice) => (found.has(invoice.id) ? { ...invoice, balance: 0n } : invoice));
}
