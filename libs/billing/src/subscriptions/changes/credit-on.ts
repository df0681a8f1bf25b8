import type { Tx } from '@quittance/database';
import type { Id, InvoiceId } from '@quittance/kernel';
import { minOf } from '@quittance/money';
import type { MadeDocument } from '@quittance/receivables';
import type { StoredSchedule } from '../../schedules/schedule.repository.js';
import type { SettleTools } from './settle-tools.js';
import { writtenChange, type ChangeLine } from './change-line.js';

/** What a line of an invoice gives back. */
export type CreditedText = Pick<
  ChangeLine,
  'productId' | 'description' | 'taxCode' | 'startOn' | 'untilOn'
>;

/** What comes back by one invoice; minor units above 0. */
export interface Back {
  readonly said: CreditedText;
  readonly invoiceId: InvoiceId;
  readonly amount: bigint;
  /** The line that asked for it, where that is not exceeded. */
  readonly lineId: Id<'invoice-line'> | null;
}

/**
 * Room on invoices for what is to come back: no note exceeds its invoice, and what was given back
 * by hand does not come back again.
 */
export class CreditRoom {
  private readonly left: Map<InvoiceId, bigint>;
  private readonly newest: readonly InvoiceId[];

  constructor(documents: Iterable<MadeDocument>, without: InvoiceId | null = null) {
    const standing = [...documents].filter(({ id, closed }) => !closed && id !== without);
    this.left = new Map(standing.map(({ id, creditable }) => [id, creditable]));
    this.newest = [...this.left.keys()].sort().reverse();
  }

  /**
   * Takes an amount off the invoices that asked for it, in their order, and beyond that off the
   * newest of the others.
   */
  take(own: readonly InvoiceId[], amount: bigint): readonly (readonly [InvoiceId, bigint])[] {
    let open = amount;
    const order = [...own, ...this.newest.filter((id) => !own.includes(id))];
    return order.flatMap((id) => {
      const part = minOf(open, this.left.get(id) ?? 0n);
      if (part <= 0n) return [];
      open -= part;
      this.left.set(id, (this.left.get(id) ?? 0n) - part);
      return [[id, part] as const];
    });
  }
}

/**
 * Credits what comes back, invoice by invoice at its own tax: a note that is applied to it and then
 * on account, or lines of it where it is still a draft.
 */
export async function creditOn(
  tx: Tx,
  { documents, taxes, today }: SettleTools,
  { accountId, currency }: StoredSchedule,
  backs: readonly Back[],
  { isOpen, reason }: { isOpen: (id: InvoiceId) => boolean; reason: string },
): Promise<void> {
  const byInvoice = new Map<InvoiceId, Back[]>();
  for (const back of backs) {
    const known = byInvoice.get(back.invoiceId);
    if (known) known.push(back);
    else byInvoice.set(back.invoiceId, [back]);
  }
  for (const [invoiceId, own] of [...byInvoice].sort()) {
    if (isOpen(invoiceId)) {
      const lines = own.map(({ said, amount }) => writtenOf(said, -amount, currency));
      await documents.addLines(tx, taxes, invoiceId, lines);
      continue;
    }
    const lines = own.map(({ said, amount, lineId }) => ({
      ...writtenOf(said, amount, currency),
      taxCode: null,
      invoiceLineId: lineId,
    }));
    const issueDate = today;
    await documents.credit(tx, taxes, { accountId, invoiceId, issueDate, reason, lines });
  }
}

function writtenOf(said: CreditedText, amount: bigint, currency: StoredSchedule['currency']) {
  return writtenChange({ ...said, amount }, currency);
}
