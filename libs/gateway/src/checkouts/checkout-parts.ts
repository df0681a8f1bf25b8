import { namedSql, sql, type Tx } from '@quittance/database';
import type { InvoiceId } from '@quittance/kernel';
import type { Checkout } from './checkout.description.js';
import type { CollectedPart } from './collected-parts.js';

const INSERT = namedSql(
  `insert into gateway.checkout_invoice (company_id, checkout_id, position, invoice_id, amount)
   select k.id, :checkoutId, r.position, r.invoice_id, r.amount
   from company.pub_company k cross join :rows as r where k.id = :companyId`,
  {
    values: { checkoutId: 'uuid' },
    rows: { position: 'integer', invoiceId: 'uuid', amount: 'bigint' },
  },
);

/** By primary key. */
const PARTS = sql(`
  select p.checkout_id as "checkoutId", p.invoice_id as "invoiceId", p.amount
  from gateway.checkout_invoice p
  where p.company_id = $1 and p.checkout_id = any($2::uuid[]) order by p.checkout_id, p.position`);

/** The attempts over one of the invoices in `$2`, alone or with others; by their indexes. */
export const ATTEMPTS_OVER = `
  select x.id from gateway.checkout x where x.company_id = $1 and x.invoice_id = any($2::uuid[])
  union all
  select y.checkout_id from gateway.checkout_invoice y
  where y.company_id = $1 and y.invoice_id = any($2::uuid[])`;

/** An attempt with what it asks for each of its invoices, in the order in which money goes to them. */
export interface CheckoutOver {
  readonly checkout: Checkout;
  readonly parts: readonly CollectedPart[];
}

/** Writes what an attempt over several invoices asks for each; nothing of one over one. */
export async function insertParts(
  tx: Tx,
  checkoutId: string,
  parts: readonly CollectedPart[],
): Promise<void> {
  if (parts.length < 2) return;
  const rows = parts.map((part, position) => ({ ...part, position }));
  await INSERT.run(tx, { checkoutId, ...INSERT.columns(rows) });
}

/** What attempts ask for each of their invoices. Those over one are known without asking. */
export async function withParts(tx: Tx, checkouts: readonly Checkout[]): Promise<CheckoutOver[]> {
  const several = checkouts.filter(isOverSeveral).map(({ id }) => id);
  const rows =
    several.length === 0
      ? []
      : await tx.rows<CollectedPart & { checkoutId: string }>(PARTS, [tx.ctx.companyId, several]);
  return checkouts.map((checkout) => ({
    checkout,
    parts: isOverSeveral(checkout)
      ? rows
          .filter(({ checkoutId }) => checkoutId === checkout.id)
          .map(({ invoiceId, amount }) => ({ invoiceId, amount }))
      : [{ invoiceId: checkout.invoiceId, amount: checkout.balance }],
  }));
}

/**
 * Which invoices money of an attempt is meant for; undefined of one over one, which takes what
 * comes.
 */
export async function meantFor(
  tx: Tx,
  checkout: Checkout | undefined,
): Promise<readonly CollectedPart[] | undefined> {
  if (!checkout || !isOverSeveral(checkout)) return undefined;
  return (await withParts(tx, [checkout]))[0]?.parts;
}

export function isOverSeveral({ invoiceCount }: Pick<Checkout, 'invoiceCount'>): boolean {
  return invoiceCount > 1;
}

/** The invoices of an attempt. */
export const invoicesOf = (parts: readonly CollectedPart[]): InvoiceId[] =>
  parts.map(({ invoiceId }) => invoiceId);
