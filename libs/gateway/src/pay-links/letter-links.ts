import { namedSql, sql, type Tx } from '@quittance/database';
import { DomainError, type AccountId, type CompanyId, type InvoiceId } from '@quittance/kernel';
import type { Currency } from '@quittance/money';
import { createHash } from 'node:crypto';
import type { CheckoutMeans } from '../checkouts/checkout-means.js';
import { MOST_INVOICES } from '../checkouts/collectable-invoice.js';
import { paymentProviderNotConfigured } from '../gateway.errors.js';
import type { GatewaySettings } from '../gateway.settings.js';
import { payToken, type PayLinkId } from './pay-token.js';

/** The same invoices are the same link: whoever asks for them again finds it there. */
const KEEP = namedSql(
  `insert into gateway.pay_link (company_id, id, invoice_ids, created_at)
   select k.id, r.id, string_to_array(r.invoice_ids, ',')::uuid[], :now
   from company.pub_company k cross join :rows as r where k.id = :companyId
   on conflict (company_id, id) do nothing`,
  { rows: { id: 'uuid', invoiceIds: 'text' } },
);

/** Those of a link that are still to be paid, in the order in which they were asked for. */
const OPEN_OF_LINK = sql(`
  select i.id from gateway.pay_link p
  cross join unnest(p.invoice_ids) with ordinality as n(id, place)
  join receivables.pub_invoice i on i.company_id = $1 and i.id = n.id
  where p.company_id = $1 and p.id = $2 and i.balance > 0
    and i.status not in ('void', 'cancelled')
  order by n.place`);

/** Whose invoices a link asks for. */
interface AskedOf {
  readonly companyId: CompanyId;
  readonly accountId: AccountId;
}

/** In which currencies somebody serves the company that payers can be sent to. */
async function servedIn(
  tx: Tx,
  { accounts }: CheckoutMeans,
): Promise<(currency: Currency) => boolean> {
  try {
    const { provider, settings } = await accounts.active(tx);
    return (currency) => provider.wireRule(currency, settings) !== null;
  } catch (error) {
    if (error instanceof DomainError && error.code === paymentProviderNotConfigured.code) {
      return () => false;
    }
    throw error;
  }
}

/**
 * Where invoices of one customer and currency are paid together, for as long as any of them is
 * open and the customer's: what it asks for is settled when it is opened. Pure; those that are no
 * more than one need not be kept. Of more than are paid at once the first count.
 */
function addressOf(
  { settings }: { readonly settings: GatewaySettings },
  whose: AskedOf,
  ids: readonly InvoiceId[],
): string {
  const { keys, portalPublicUrl } = settings;
  const [invoiceId, ...more] = ids;
  if (!invoiceId) throw new RangeError('There is nothing to pay');
  const target = more.length === 0 ? { invoiceId } : { linkId: linkIdOf(ids) };
  return new URL(`/pay/${payToken(keys, { ...whose, ...target })}`, portalPublicUrl).href;
}

/** Keeps which invoices links are over, so that they can be opened. */
async function keep(tx: Tx, links: readonly (readonly InvoiceId[])[]): Promise<void> {
  const several = new Map(
    links.filter(({ length }) => length > 1).map((ids) => [linkIdOf(ids), paidAtOnce(ids)]),
  );
  if (several.size === 0) return;
  const rows = [...several].map(([id, ids]) => ({ id, invoiceIds: ids.join(',') }));
  await KEEP.run(tx, KEEP.columns(rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))));
}

/** What of a link is still to be paid. */
export async function openInvoicesOf(tx: Tx, id: PayLinkId): Promise<readonly InvoiceId[]> {
  const rows = await tx.rows<{ id: InvoiceId }>(OPEN_OF_LINK, [tx.ctx.companyId, id]);
  return rows.map((row) => row.id);
}

const paidAtOnce = (ids: readonly InvoiceId[]) => ids.slice(0, MOST_INVOICES);

function linkIdOf(ids: readonly InvoiceId[]): PayLinkId {
  const digest = createHash('sha256').update(paidAtOnce(ids).join()).digest('hex').slice(0, 32);
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') as PayLinkId;
}

/** Links that stand in letters: no provider is asked before a payer opens one. */
export const letterLinks = { servedIn, addressOf, keep } as const;
