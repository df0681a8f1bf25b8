import { sql, type Tx } from '@quittance/database';
import { newId } from '@quittance/kernel';
import { recordTaxOfPaid, voidTax } from '@quittance/tax';
import { linesOf, type SettledInvoice } from '../invoices/invoice.repository.js';
import { taxDayOfInvoice } from './tax-day-of-invoice.js';
import { taxedInvoice } from './taxed-invoice.js';

type Money = Pick<SettledInvoice['invoice'], 'paidAmount' | 'creditedAmount'>;

const isReached = ({ paidAmount, creditedAmount }: Money) => paidAmount + creditedAmount > 0n;

/** By primary keys: what invoices charged until now, as it was. */
const KEEP_CHARGES = sql(`
  insert into receivables.withdrawn_charge
    (company_id, id, invoice_id, currency, issue_date, bill_to, lines, created_at)
  select i.company_id, n.id, i.id, i.currency, i.issue_date, i.bill_to,
    (select json_agg(json_build_object('net', l.net, 'tax_category', l.tax_category,
        'tax_reason', l.tax_reason, 'taxes', l.taxes, 'supply_kind', l.supply_kind,
        'tax_code', coalesce(l.tax_code, l.default_tax_code))
        order by l.position)
      from receivables.invoice_line l where l.company_id = $1 and l.invoice_id = i.id), $4
  from unnest($2::uuid[], $3::uuid[]) as n(invoice_id, id)
  join receivables.invoice i on i.company_id = $1 and i.id = n.invoice_id`);

/**
 * Tax is recorded when an invoice is sent. Of one that money reaches before that it is recorded
 * with the first money, and taken back when all of it is: it is a draft again. What it charged
 * until then is kept: its period was told of that.
 */
export async function recordTaxOfUnsent(tx: Tx, settled: readonly SettledInvoice[]): Promise<void> {
  const turned = settled.filter(
    ({ invoice, settlement }) =>
      invoice.sentAt === null && isReached(invoice) !== isReached(settlement),
  );
  const [drafts, paid] = [
    turned.filter(isDraftAgain),
    turned.filter((each) => !isDraftAgain(each)),
  ];
  tx.later(...drafts.map(({ invoice }) => voidTax.ofInvoice(tx, invoice.id)));
  if (drafts.length > 0) {
    const ids = drafts.map(({ invoice }) => invoice.id);
    const keys = ids.map(() => newId<'withdrawn-charge'>());
    tx.later(tx.run(KEEP_CHARGES, [tx.ctx.companyId, ids, keys, tx.ctx.now]));
  }
  if (paid.length === 0) return;
  await recordTaxOfPaid(tx, await Promise.all(paid.map(({ invoice }) => taxedOf(tx, invoice))));
}

async function taxedOf(tx: Tx, invoice: SettledInvoice['invoice']) {
  const [lines, taxDate] = await Promise.all([
    linesOf(tx, invoice.id),
    taxDayOfInvoice(tx, invoice),
  ]);
  return taxedInvoice({ invoice, lines }, taxDate);
}

function isDraftAgain({ settlement }: SettledInvoice): boolean {
  return !isReached(settlement);
}
