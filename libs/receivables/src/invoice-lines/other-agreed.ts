import type { Tx, WriteBuffer } from '@quittance/database';
import type { FieldError, InvoiceId } from '@quittance/kernel';
import type { PatchOf } from '@quittance/nouns';
import type { invoiceMembers } from '../invoices/invoice.description.js';
import type { Invoice } from '../invoices/invoice.repository.js';

/** What somebody changes of an invoice that is agreed elsewhere, if that has billed it. */
export interface OtherAgreed {
  readonly invoiceId: InvoiceId;
  readonly errors: readonly FieldError[];
}

/**
 * What somebody has changed in a transaction of invoices that is not theirs to change where a
 * subscription has billed by them: whoever did refuses it at its end. It writes nothing itself.
 */
export const otherAgreed: WriteBuffer<OtherAgreed> = { name: 'receivables.other-agreed' };

const AS_AGREED = 'is as the subscription has it that the invoice bills';
/** What a change takes off would be less by it, whenever it does. */
const NO_PERCENT = 'counts for what changes of the subscription take off as well: say an amount';

/**
 * What a subscription costs is agreed in its currency, without tax, and what comes back of it later
 * is reckoned so, by what stands on its invoice.
 */
export function tellOtherAgreed(
  tx: Tx,
  invoice: Invoice,
  patch: Readonly<PatchOf<typeof invoiceMembers>>,
): void {
  const other = (['currency', 'pricesIncludeTax', 'subscriptionId'] as const).filter(
    (key) => patch[key] !== undefined && patch[key] !== invoice[key],
  );
  const code = 'subscription';
  const errors: FieldError[] = other.map((key) => {
    return { pointer: `/${key}`, code, message: AS_AGREED };
  });
  patch.adjustments?.forEach(({ percent = null }, i) => {
    if (percent === null) return;
    errors.push({ pointer: `/adjustments/${i}/percent`, code, message: NO_PERCENT });
  });
  if (errors.length > 0) tx.later(otherAgreed, { invoiceId: invoice.id, errors });
}
