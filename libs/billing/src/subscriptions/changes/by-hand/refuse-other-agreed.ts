import { namedSql, type Tx } from '@quittance/database';
import { invalidFields, type FieldError, type InvoiceId } from '@quittance/kernel';

interface OtherAgreed {
  readonly invoiceId: InvoiceId;
  readonly errors: readonly FieldError[];
}

/** Which of some invoices bill a subscription; by primary key, prefixes of it and indexes. */
const BILLED_BY = namedSql(
  `select p.id from receivables.pub_invoice p
   where p.company_id = :companyId and p.id = any(:invoiceIds)
     and (exists (select from billing.billed_item b
         where b.company_id = :companyId and b.schedule_id = p.schedule_id
           and b.invoice_id = p.id)
       or exists (select from billing.billed_usage u
         where u.company_id = :companyId and u.schedule_id = p.schedule_id
           and u.invoice_id = p.id)
       or exists (select from billing.change_line l
         where l.company_id = :companyId and l.invoice_id = p.id))`,
  { values: { invoiceIds: 'uuid[]' } },
);

/**
 * What is agreed with a subscription is changed there, and not on an invoice that bills it; one
 * that merely names it is free. @throws DomainError validation_failed
 */
export async function refuseOtherAgreed(tx: Tx, changed: readonly OtherAgreed[]): Promise<void> {
  const [refused] = await ofSubscriptions(tx, changed);
  if (refused) throw invalidFields(refused.errors);
}

/** Those of invoices that bill a subscription; one that merely names it is free. */
export async function ofSubscriptions<Of extends { readonly invoiceId: InvoiceId }>(
  tx: Tx,
  changed: readonly Of[],
): Promise<readonly Of[]> {
  const invoiceIds = [...new Set(changed.map(({ invoiceId }) => invoiceId))];
  const billed = await BILLED_BY.rows<{ readonly id: InvoiceId }>(tx, { invoiceIds });
  return changed.filter(({ invoiceId }) => billed.some(({ id }) => id === invoiceId));
}
