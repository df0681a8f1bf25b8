import { sql, violates, type Sql, type Tx } from '@quittance/database';
import type { CreditNoteId, InvoiceId } from '@quittance/kernel';
import { irnTaken } from '../receivables.errors.js';
import type { InvoiceRegistration, KeptRegistration } from './irn.js';

/**
 * Sets what is not there yet, unless a document of the other kind has it; by the keys of the
 * numbers.
 */
const setOf = (table: string, other: string): Sql =>
  sql(`
  update receivables.${table} set irn = $3::jsonb where company_id = $1 and id = $2 and irn is null
    and not exists (select 1 from receivables.${other} o
      where o.company_id = $1 and o.irn->>'irn' = $3::jsonb->>'irn')`);

const replaceOf = (table: string): Sql =>
  sql(`update receivables.${table} set irn = $3::jsonb where company_id = $1 and id = $2`);

/** Documents that the portal registers. No other statements write these columns. */
const STATEMENTS = {
  invoice: { set: setOf('invoice', 'credit_note'), replace: replaceOf('invoice') },
  credit_note: { set: setOf('credit_note', 'invoice'), replace: replaceOf('credit_note') },
} as const;

interface Registered {
  readonly kind: keyof typeof STATEMENTS;
  readonly id: InvoiceId | CreditNoteId;
}

/** Keeps the registration of a locked document that has none. @throws DomainError irn_taken */
export async function setIrn(
  tx: Tx,
  { kind, id }: Registered,
  registration: InvoiceRegistration,
): Promise<void> {
  const { irn } = registration;
  try {
    const set = await tx.run(STATEMENTS[kind].set, [tx.ctx.companyId, id, registration]);
    if (set === 0) throw irnTaken({ irn });
  } catch (error) {
    if (violates(error, `${kind}_irn_key`)) throw irnTaken({ irn });
    throw error;
  }
}

/** Keeps what became of the registration of a locked document. */
export async function replaceIrn(
  tx: Tx,
  { kind, id }: Registered,
  registration: KeptRegistration,
): Promise<void> {
  await tx.run(STATEMENTS[kind].replace, [tx.ctx.companyId, id, registration]);
}
