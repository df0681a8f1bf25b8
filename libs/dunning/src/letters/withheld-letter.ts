import { everChanged } from '@quittance/audit';
import { companyToday, readCompany } from '@quittance/company';
import { sql, type Tx } from '@quittance/database';
import type { AccountId, Instant, InvoiceId } from '@quittance/kernel';
import { openOverdue } from '@quittance/receivables';
import { askedAmount } from '../run/overdue-invoice.js';
import { overdueInvoices } from '../run/overdue-invoice.sql.js';
import { LETTERS } from './letter-codes.js';

/** A letter in the queue of e-mails. */
export interface QueuedLetter {
  readonly id: string;
  readonly templateCode: string;
  readonly createdAt: Instant;
  /** The invoices that it encloses. */
  readonly encloses: readonly InvoiceId[];
}

const CODES: ReadonlySet<string> = new Set(Object.values(LETTERS));

/** Whose steps it takes, by `attempt_email_index`. */
const TAKEN = sql(`
  select a.invoice_id as id, i.account_id as "accountId" from dunning.attempt a
  join receivables.pub_invoice i on i.company_id = $1 and i.id = a.invoice_id
  where a.company_id = $1 and a.email_id = $2`);

interface Taken {
  readonly id: InvoiceId;
  readonly accountId: AccountId;
}

/**
 * Why a letter that has waited is not sent any more, or null. One that takes steps of nothing that
 * may still be asked for says what is not so. Nor may one leave that is about, or encloses, what is
 * billed to somebody else since.
 */
export async function withheldLetter(tx: Tx, letter: QueuedLetter): Promise<string | null> {
  if (!CODES.has(letter.templateCode)) return null;
  const { companyId, now } = tx.ctx;
  const [taken, company] = await Promise.all([
    tx.rows<Taken>(TAKEN, [companyId, letter.id]),
    readCompany(tx),
  ]);
  if (taken.length === 0) return null;
  const asOf = companyToday(company, now);
  const accounts = [...new Set(taken.map(({ accountId }) => accountId))];
  const [found, moved] = await Promise.all([
    openOverdue.read(tx, asOf, { accounts }),
    everChanged(tx, {
      object: 'invoice',
      recordIds: [...taken.map(({ id }) => id), ...letter.encloses],
      member: 'accountId',
      since: letter.createdAt,
    }),
  ]);
  if (moved.size > 0) return 'An invoice of it is billed to somebody else by now.';
  const ids = new Set(taken.map(({ id }) => id));
  const steps = found.filter(({ id }) => ids.has(id));
  const open = (await overdueInvoices(tx, asOf, steps)).some(
    (each) => !each.awaitsApproval && askedAmount(each) > 0n,
  );
  return open ? null : 'Nothing that it asks for is open any more.';
}
