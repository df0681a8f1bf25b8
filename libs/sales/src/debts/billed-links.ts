import { sql, type Tx } from '@quittance/database';
import { invalidFields, type AccountId, type FieldError } from '@quittance/kernel';
import { rowScope } from '@quittance/objects';

/** What a document can say it bills, each of a table with an account. */
const LINKS = {
  quoteId: { table: 'sales.quote', resource: 'quotes', name: 'quote', live: 'true' },
  salesOrderId: {
    table: 'sales.sales_order',
    resource: 'sales-orders',
    name: 'sales order',
    live: 'true',
  },
  contractId: {
    table: 'sales.contract',
    resource: 'contracts',
    name: 'contract',
    live: 'x.deleted_at is null',
  },
  subscriptionId: {
    table: 'sales.subscription',
    resource: 'subscriptions',
    name: 'subscription',
    live: 'true',
  },
} as const;
type LinkName = keyof typeof LINKS;
const NAMES = Object.keys(LINKS) as LinkName[];

/** What is said of what is billed. */
export type BilledLinks = Readonly<Partial<Record<LinkName, string | null>>>;

/**
 * That what is said to be billed is there for whoever says so, and of the account that is billed:
 * the money of one customer must move neither the order nor the service of another. It is held
 * until the transaction ends, for a contract can be deleted. By primary key.
 * @throws DomainError validation_failed, reference_not_found
 */
export async function requireBilledLinks(
  tx: Tx,
  accountId: AccountId,
  links: BilledLinks,
): Promise<void> {
  const faults = await Promise.all(NAMES.map((name) => faultOf(tx, accountId, name, links[name])));
  const errors = faults.flatMap((fault) => fault ?? []);
  if (errors.length > 0) throw invalidFields(errors);
}

async function faultOf(
  tx: Tx,
  accountId: AccountId,
  member: LinkName,
  id: string | null | undefined,
): Promise<FieldError | null> {
  if (id === null || id === undefined) return null;
  const { table, resource, name, live } = LINKS[member];
  const params: unknown[] = [tx.ctx.companyId, id];
  const bind = (value: unknown) => `$${params.push(value)}`;
  const isSeen = tx.ctx.permissions.can(resource, 'view');
  // Whoever is about invoices alone names what they bill by its id.
  const scope = isSeen ? rowScope.owned(tx.ctx, resource, 'x', bind, 'view') : null;
  const found = await tx.maybe<{ accountId: AccountId }>(
    sql(`select x.account_id as "accountId" from ${table} x
      where x.company_id = $1 and x.id = $2 and ${live} and ${scope ?? 'true'}
      for key share of x`),
    params,
  );
  const pointer = `/${member}`;
  if (!found) return { pointer, code: 'reference_not_found', message: `There is no such ${name}.` };
  if (found.accountId === accountId) return null;
  return { pointer, code: 'account', message: 'is one of another account' };
}
