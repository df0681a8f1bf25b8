import type { WriteBuffer, Tx } from '@quittance/database';
import type { AccountId, InvoiceId } from '@quittance/kernel';
import { refreshComputed, type WrittenRecord } from '@quittance/objects';
import { objectOf, type CompanyModels } from '@quittance/metadata';
import type { FieldValues } from '@quittance/fields';

/** An invoice that a transaction has written. */
export interface InvoiceWriting {
  readonly id: InvoiceId;
  /** Members that it changed, as they were; null of a new invoice. */
  readonly before: FieldValues | null;
}

/**
 * Invoices that the transaction has written. They are only remembered: `ReceivablesModule` says who
 * settles them at its end.
 */
export const writtenInvoices: WriteBuffer<readonly InvoiceWriting[]> = {
  name: 'receivables.written-invoices',
};

/** Of an invoice that was there: whom it belonged to. What else is not said of it may differ. */
export function changedFrom({ id, accountId }: InvoiceKey): InvoiceWriting {
  return { id, before: { accountId } };
}

interface InvoiceKey {
  readonly id: InvoiceId;
  readonly accountId: AccountId;
}

/** Marks invoices as written: whoever writes rows of `receivables.invoice` does so. */
export function markWritten(tx: Tx, written: readonly InvoiceWriting[]): void {
  if (written.length > 0) tx.later(writtenInvoices, written);
}

/**
 * Refreshes stored formulas of invoices and roll-ups over them; nothing where the company stores
 * none.
 */
export function refreshInvoices(models: CompanyModels) {
  return async (tx: Tx, written: readonly (readonly InvoiceWriting[])[]): Promise<void> => {
    const object = objectOf(await models.of(tx), 'invoice');
    const records = written.flatMap(
      (some) => some as readonly object[] as readonly WrittenRecord[],
    );
    await refreshComputed(tx, object, records);
  };
}
