import type { Tx } from '@quittance/database';
import type { AccountId, Id } from '@quittance/kernel';
import type { AccessLevel, PortalRight, PortalRole, PortalUserId } from '../actors/portal-actor.js';
import { approvalsWithin } from '../approvals/approval-reach.js';
import { APPROVED_NUMBER } from '../approvals/approval.js';
import {
  assetsWithin,
  casesWithin,
  contractsWithin,
  creditNotesWithin,
  invoicesWithin,
  ordersWithin,
  paymentsWithin,
  quoteRequestsWithin,
  quotesWithin,
  subscriptionsWithin,
} from '../reach/customer-reach.js';
import type { PortalReach } from '../reading/portal-object.js';
import type { PortalScope } from '../scope/portal-scope.js';

/** How records of an object are found and reached, for many users at once. */
interface ReachedObject {
  /** A published view with the alias that its reach takes. */
  readonly from: string;
  readonly alias: string;
  /** Its number, in SQL. */
  readonly number: string;
  readonly within: PortalReach;
  /** The right without which nobody sees one. */
  readonly needs: PortalRight | null;
  /** What of a user beside the level widens their reach. */
  readonly widens?: { readonly by: PortalRight; readonly admins?: true };
  /** The user whose it is wherever its account moves, in SQL. */
  readonly ownedBy?: string;
}

/** Objects of customers whose records users may be told of. */
export const REACHED_OBJECTS: Readonly<Record<string, ReachedObject>> = {
  asset: {
    from: 'crm.pub_asset t',
    alias: 't',
    number: `''`,
    within: assetsWithin,
    needs: null,
  },
  case: {
    from: 'crm.pub_case t',
    alias: 't',
    number: 't.number',
    within: casesWithin,
    needs: null,
  },
  contract: {
    from: 'sales.pub_contract t',
    alias: 't',
    number: `''`,
    within: contractsWithin,
    needs: null,
  },
  'credit-note': {
    from: 'receivables.pub_payer_credit_note n',
    alias: 'n',
    number: 'n.number',
    within: creditNotesWithin,
    needs: 'viewInvoices',
  },
  invoice: {
    from: 'receivables.pub_invoice i',
    alias: 'i',
    number: 'i.number',
    within: invoicesWithin,
    needs: 'viewInvoices',
  },
  payment: {
    from: 'receivables.pub_payer_payment p',
    alias: 'p',
    number: 'p.number',
    within: paymentsWithin,
    needs: 'viewInvoices',
  },
  'portal-approval': {
    from: 'portal.approval a',
    alias: 'a',
    number: APPROVED_NUMBER,
    within: approvalsWithin,
    needs: null,
    widens: { by: 'approveQuotes', admins: true },
    ownedBy: 'a.requested_by',
  },
  quote: {
    from: 'sales.pub_quote q',
    alias: 'q',
    number: 'q.number',
    within: quotesWithin,
    needs: null,
    widens: { by: 'seeAllQuotes' },
  },
  'quote-request': {
    from: 'portal.quote_request r',
    alias: 'r',
    number: `''`,
    within: quoteRequestsWithin,
    needs: 'createQuotes',
    widens: { by: 'seeAllQuotes' },
  },
  'sales-order': {
    from: 'sales.pub_sales_order o',
    alias: 'o',
    number: 'o.number',
    within: ordersWithin,
    needs: 'viewOrders',
  },
  subscription: {
    from: 'sales.pub_subscription s',
    alias: 's',
    number: `''`,
    within: subscriptionsWithin,
    needs: null,
  },
};

/** A user beside an account that they reach. */
export interface UserAtAccount {
  readonly userId: PortalUserId;
  readonly contactId: Id<'contact'> | null;
  readonly accountId: AccountId;
  readonly level: AccessLevel;
  readonly role: PortalRole;
  readonly rights: ReadonlySet<PortalRight>;
}

export interface AccountOfRecord {
  readonly id: string;
  readonly accountId: AccountId;
  /** Empty where it has none. */
  readonly number: string;
}

/** Whose records these are; those that are not there, or nobody's, are left out. */
export async function accountsOfRecords(
  tx: Tx,
  object: string,
  ids: readonly string[],
): Promise<readonly AccountOfRecord[]> {
  const reached = REACHED_OBJECTS[object];
  if (!reached || ids.length === 0) return [];
  const { from, alias, number } = reached;
  return tx.rows<AccountOfRecord>(
    `select ${alias}.id, ${alias}.account_id as "accountId", coalesce(${number}, '') as number
     from ${from} where ${alias}.company_id = $1::uuid and ${alias}.id = any($2::uuid[])
       and ${alias}.account_id is not null`,
    [tx.ctx.companyId, ids],
  );
}

/** Stand in the reach for what each row says of its user. */
const ACCOUNTS: readonly AccountId[] = [];
const CONTACT = 'the contact of the row' as Id<'contact'>;
const USER = 'the user of the row' as PortalUserId;

const key = (userId: string, recordId: string) => `${userId}/${recordId}`;

/** Which user reaches which record. */
export class Reached {
  private readonly pairs = new Set<string>();

  add(userId: string, recordId: string): void {
    this.pairs.add(key(userId, recordId));
  }

  addAll(others: Reached): void {
    for (const pair of others.pairs) this.pairs.add(pair);
  }

  has(userId: string, recordId: string): boolean {
    return this.pairs.has(key(userId, recordId));
  }
}

/**
 * Which of these users reach which of the records, by the very reach that their portal reads with:
 * the users stand beside the records as rows, in place of one scope a statement.
 * @param level as which level is asked, in place of each user's own
 */
export async function reachedBy(
  tx: Tx,
  object: string,
  ids: readonly string[],
  users: readonly UserAtAccount[],
  level?: AccessLevel,
): Promise<Reached> {
  const found = new Reached();
  const reached = REACHED_OBJECTS[object];
  if (!reached || ids.length === 0 || users.length === 0) return found;
  for (const group of alike(reached, users, level)) {
    for (const { userId, recordId } of await reachedOfGroup(tx, reached, ids, group)) {
      found.add(userId, recordId);
    }
  }
  return found;
}

interface Group extends Pick<PortalScope, 'level' | 'role' | 'rights'> {
  readonly users: readonly UserAtAccount[];
}

/** Of all that a reach is made of nothing differs within a group but the user and the account. */
function alike(
  { widens }: ReachedObject,
  users: readonly UserAtAccount[],
  as: AccessLevel | undefined,
): readonly Group[] {
  const groups = new Map<string, Group & { readonly users: UserAtAccount[] }>();
  for (const user of users) {
    const level = (as ?? user.level) === 'own' ? 'own' : 'account';
    const widened = as === undefined ? widens : undefined;
    const rights = widened && user.rights.has(widened.by) ? [widened.by] : [];
    const role = widened?.admins && user.role === 'Admin' ? 'Admin' : 'Viewer';
    const name = [level, role, ...rights].join(' ');
    const group = groups.get(name) ?? { level, role, rights: new Set(rights), users: [] };
    group.users.push(user);
    groups.set(name, group);
  }
  return [...groups.values()];
}

async function reachedOfGroup(
  tx: Tx,
  { from, alias, within, ownedBy }: ReachedObject,
  ids: readonly string[],
  { level, role, rights, users }: Group,
): Promise<readonly { readonly userId: string; readonly recordId: string }[]> {
  const params: unknown[] = [
    tx.ctx.companyId,
    users.map(({ userId }) => userId),
    users.map(({ contactId }) => contactId),
    users.map(({ accountId }) => accountId),
    ids,
  ];
  const scope: PortalScope = {
    directory: 'customer',
    accountIds: ACCOUNTS,
    partyId: '',
    userId: USER,
    contactId: CONTACT,
    level,
    role,
    rights,
  };
  const bind = (value: unknown) => {
    if (value === ACCOUNTS) return 'array[m.account_id]';
    if (value === CONTACT) return 'm.contact_id';
    return value === USER ? 'm.user_id' : `$${params.push(value)}`;
  };
  const owner = ownedBy === undefined ? '' : ` or m.user_id = ${ownedBy}`;
  return tx.rows(
    `select distinct m.user_id as "userId", ${alias}.id as "recordId"
     from ${from}
     join unnest($2::uuid[], $3::uuid[], $4::uuid[]) as m(user_id, contact_id, account_id)
       on m.account_id = ${alias}.account_id${owner}
     where ${alias}.company_id = $1::uuid and ${alias}.id = any($5::uuid[])
       and (${within(scope, bind)})`,
    params,
  );
}
