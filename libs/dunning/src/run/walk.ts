import type { LocalDate } from '@quittance/calendar';
import type { Tx } from '@quittance/database';
import type { AccountId } from '@quittance/kernel';
import { openOverdue, type OverdueFacts } from '@quittance/receivables';
import { inGroups } from '../letters/in-groups.js';
import { FIRST, type WalkKey } from './overdue-invoice.js';

/** Invoices of one transaction. */
const BATCH = 200;

/** A part of a walk over what is overdue. */
export interface Stretch {
  readonly found: readonly OverdueFacts[];
  /**
   * Customers of whose invoices somebody has some in hand at this moment: they are taken by
   * themselves, after a wait, or a letter would leave out what it should ask for.
   */
  readonly partly: readonly AccountId[];
  /** Where the walk goes on; null at its end. */
  readonly next: WalkKey | null;
}

/** The order in which what is overdue is gone through, in sets. */
export interface Walk {
  /** Reads what comes next. */
  read(tx: Tx, asOf: LocalDate, after: WalkKey): Promise<Stretch>;
  /** The same, locked: what nobody else is at. */
  lock(tx: Tx, asOf: LocalDate, after: WalkKey): Promise<Stretch>;
}

/** Invoice by invoice, those due first before the others. */
const byInvoice: Walk = {
  async read(tx, asOf, after) {
    return stretchOf(await openOverdue.read(tx, asOf, { after, most: BATCH }));
  },
  async lock(tx, asOf, after) {
    return stretchOf(await openOverdue.lock(tx, asOf, { after, most: BATCH }));
  },
};

function stretchOf(found: readonly OverdueFacts[]): Stretch {
  const last = found.at(-1);
  const next = last ? { ...FIRST, dueDate: last.dueDate, id: last.id } : null;
  return { found, partly: [], next };
}

/**
 * Customer by customer, each with all that is overdue: as many as have together what one
 * transaction takes, and one at least.
 */
const byAccount: Walk = {
  async read(tx, asOf, after) {
    const { accounts, next } = await nextAccounts(tx, asOf, after);
    return { found: await openOverdue.read(tx, asOf, { accounts }), partly: [], next };
  },
  async lock(tx, asOf, after) {
    const { accounts, next } = await nextAccounts(tx, asOf, after);
    const [locked, counts] = await tx.locked(
      () => openOverdue.lock(tx, asOf, { accounts }),
      (behind) => openOverdue.countOf(behind, asOf, accounts),
    );
    const own = inGroups(locked, ({ accountId }) => accountId);
    // Of whom nothing could be locked somebody else is at just now.
    const partly = [...own]
      .filter(([account, invoices]) => invoices.length !== counts.get(account))
      .map(([account]) => account);
    const found = locked.filter(({ accountId }) => !partly.includes(accountId));
    return { found, partly, next };
  },
};

async function nextAccounts(tx: Tx, asOf: LocalDate, after: WalkKey) {
  const sought = { after: after.accountId, most: BATCH };
  const accounts = await openOverdue.accounts(tx, asOf, sought);
  const last = accounts.at(-1);
  return { accounts, next: last ? { ...FIRST, accountId: last } : null };
}

/** The walk of a schedule: customers where each gets one letter. */
export function walkOf({ consolidate }: { readonly consolidate: boolean }): Walk {
  return consolidate ? byAccount : byInvoice;
}
