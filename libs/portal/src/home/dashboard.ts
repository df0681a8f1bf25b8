import { Injectable } from '@nestjs/common';
import { addDays, type LocalDate } from '@quittance/calendar';
import { Database, sql, type Tx } from '@quittance/database';
import { notFound, type AccountId, type Id } from '@quittance/kernel';
import type { PortalCtx } from '../actors/portal-actor.js';
import { approvalsWithin, inBox } from '../approvals/approval-reach.js';
import {
  casesWithin,
  invoicesWithin,
  ordersWithin,
  quotesWithin,
} from '../reach/customer-reach.js';
import type { PortalReach } from '../reading/portal-object.js';
import { ownScope, resolveScope, type PortalScope } from '../scope/portal-scope.js';

const SOON_DAYS = 7;

interface Money {
  readonly openInvoices: number;
  readonly dueSoon: number;
  readonly overdueInvoices: number;
}

/** What of the company stands behind an account. */
export interface AccountManager {
  readonly name: string;
  readonly email: string;
}

/** What a customer sees first: each figure for those alone who may see what it counts. */
@Injectable()
export class CustomerHome {
  constructor(private readonly db: Database) {}

  /** @param today of the company */
  dashboard(ctx: PortalCtx, today: LocalDate) {
    const own = ownScope(ctx.portal);
    // Where nothing has to be asked first, all of it is one round trip.
    if (own) return this.db.readInOneFlight(ctx, (tx) => figuresOf(tx, own, today));
    return this.db.read(ctx, async (tx) =>
      figuresOf(tx, await resolveScope(tx, ctx.portal), today),
    );
  }

  /** Who of the company the user may turn to; null where nobody is named. */
  accountManager(ctx: PortalCtx): Promise<AccountManager | null> {
    return this.db.read(ctx, async (tx) => {
      const params = [ctx.companyId, ctx.portal.partyId];
      return (await tx.maybe<AccountManager>(MANAGER, params)) ?? null;
    });
  }

  /** The ledger account of an account in reach. @throws DomainError not_found */
  async ledgerAccountOf(ctx: PortalCtx, accountId: AccountId): Promise<Id<'ledger-account'>> {
    const params = [ctx.companyId, accountId];
    const found = await this.db.read(ctx, (tx) =>
      tx.maybe<{ id: Id<'ledger-account'> }>(LEDGER_ACCOUNT, params),
    );
    if (!found) throw notFound({ object: 'statement' });
    return found.id;
  }
}

const MANAGER = `
  select u.name, u.email from crm.pub_account_manager c
  join identity.pub_user u on u.company_id = $1::uuid and u.id = c.user_id and u.active
  where c.company_id = $1::uuid and c.id = $2::uuid`;

const LEDGER_ACCOUNT = `
  select l.id from crm.pub_ledger_account l
  where l.company_id = $1::uuid and l.account_id = $2::uuid order by l.id limit 1`;

async function figuresOf(tx: Tx, scope: PortalScope, today: LocalDate) {
  const { rights } = scope;
  const [money, orders, quotes, cases, approvals] = await Promise.all([
    rights.has('viewInvoices') ? moneyOf(tx, scope, today) : undefined,
    rights.has('viewOrders') ? ordersUnderWay(tx, scope) : undefined,
    openQuotes(tx, scope, today),
    openCases(tx, scope),
    rights.has('approveQuotes') ? waitingApprovals(tx, scope) : undefined,
  ]);
  return {
    ...money,
    ...(orders !== undefined && { ordersUnderWay: orders }),
    openQuotes: quotes,
    openCases: cases,
    ...(approvals !== undefined && { waitingApprovals: approvals }),
  };
}

function bound(first: readonly unknown[], reach: PortalReach, scope: PortalScope) {
  const params = [...first];
  const within = reach(scope, (value) => `$${params.push(value)}`);
  return { params, within };
}

function moneyOf(tx: Tx, scope: PortalScope, today: LocalDate): Promise<Money> {
  const first = [tx.ctx.companyId, today, addDays(today, SOON_DAYS)];
  const { params, within } = bound(first, invoicesWithin, scope);
  return tx.one<Money>(
    sql(`select count(*)::int as "openInvoices",
       count(*) filter (where i.due_date between $2::date and $3::date)::int as "dueSoon",
       count(*) filter (where i.due_date < $2::date)::int as "overdueInvoices"
     from receivables.pub_invoice i
     where i.company_id = $1::uuid and i.balance > 0 and (${within})`),
    params,
  );
}

async function ordersUnderWay(tx: Tx, scope: PortalScope): Promise<number> {
  const { params, within } = bound([tx.ctx.companyId], ordersWithin, scope);
  const { count } = await tx.one<{ count: number }>(
    sql(`select count(*)::int as count from sales.pub_sales_order o
     where o.company_id = $1::uuid
       and o.status not in ('draft', 'delivered', 'closed', 'cancelled') and (${within})`),
    params,
  );
  return count;
}

async function openQuotes(tx: Tx, scope: PortalScope, today: LocalDate): Promise<number> {
  const { params, within } = bound([tx.ctx.companyId, today], quotesWithin, scope);
  const { count } = await tx.one<{ count: number }>(
    sql(`select count(*)::int as count from sales.pub_quote q
     where q.company_id = $1::uuid and q.status in ('sent', 'viewed')
       and q.superseded_by_id is null and q.valid_until >= $2::date and (${within})`),
    params,
  );
  return count;
}

/** What waits for the user to decide: their inbox of approvals. By approval_account_index. */
async function waitingApprovals(tx: Tx, scope: PortalScope): Promise<number> {
  const { params, within } = bound([tx.ctx.companyId], approvalsWithin, scope);
  const inbox = inBox('inbox', scope, tx.ctx.now)((value) => `$${params.push(value)}`);
  const { count } = await tx.one<{ count: number }>(
    sql(`select count(*)::int as count from portal.approval a
     where a.company_id = $1::uuid and (${within}) and (${inbox})`),
    params,
  );
  return count;
}

async function openCases(tx: Tx, scope: PortalScope): Promise<number> {
  const { params, within } = bound([tx.ctx.companyId], casesWithin, scope);
  const { count } = await tx.one<{ count: number }>(
    sql(`select count(*)::int as count from crm.pub_case t
     where t.company_id = $1::uuid and t.status not in ('resolved', 'closed') and (${within})`),
    params,
  );
  return count;
}
