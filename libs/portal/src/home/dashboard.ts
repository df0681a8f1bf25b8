import { Injectable } from '@nestjs/common';
import { addDays, type LocalDate } from '@quittance/calendar';
import { Database, sql, type Tx } from '@quittance/database';
import { notFound, type AccountId, type Id, type Instant } from '@quittance/kernel';
import type { Bind } from '@quittance/lists';
import type { PortalCtx } from '../actors/portal-actor.js';
import { approvalsWithin, inBox } from '../approvals/approval-reach.js';
import {
  casesWithin,
  openInvoicesWithin,
  ordersWithin,
  quotesWithin,
} from '../reach/customer-reach.js';
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

/** One statement: a round trip is less work for both sides the fewer of them share it. */
function figuresOf(tx: Tx, scope: PortalScope, today: LocalDate): Promise<Figures> {
  const { rights } = scope;
  const params: unknown[] = [tx.ctx.companyId];
  const bind: Bind = (value) => `$${params.push(value)}`;
  const count = (from: string) => `(select count(*)::int from ${from})`;
  const seesInvoices = rights.has('viewInvoices');
  const told = [
    ...(seesInvoices ? ['m."openInvoices", m."dueSoon", m."overdueInvoices"'] : []),
    ...(rights.has('viewOrders')
      ? [`${count(ordersUnderWay(scope, bind))} as "ordersUnderWay"`]
      : []),
    `${count(openQuotes(scope, bind, today))} as "openQuotes"`,
    `${count(openCases(scope, bind))} as "openCases"`,
    ...(rights.has('approveQuotes')
      ? [`${count(waitingApprovals(scope, bind, tx.ctx.now))} as "waitingApprovals"`]
      : []),
  ];
  const from = seesInvoices ? ` from (${moneyOf(scope, bind, today)}) m` : '';
  return tx.one<Figures>(sql(`select ${told.join(', ')}${from}`), params);
}

/** Each figure for those alone who may see what it counts. */
interface Figures extends Partial<Money> {
  readonly ordersUnderWay?: number;
  readonly openQuotes: number;
  readonly openCases: number;
  readonly waitingApprovals?: number;
}

function moneyOf(scope: PortalScope, bind: Bind, today: LocalDate): string {
  const day = `${bind(today)}::date`;
  return `select count(*)::int as "openInvoices",
       count(*) filter (where i.due_date between ${day}
         and ${bind(addDays(today, SOON_DAYS))}::date)::int as "dueSoon",
       count(*) filter (where i.due_date < ${day})::int as "overdueInvoices"
     from receivables.pub_invoice i
     where i.company_id = $1::uuid and (${openInvoicesWithin(scope, bind)})`;
}

function ordersUnderWay(scope: PortalScope, bind: Bind): string {
  return `sales.pub_sales_order o where o.company_id = $1::uuid
    and o.status not in ('draft', 'delivered', 'closed', 'cancelled')
    and (${ordersWithin(scope, bind)})`;
}

function openQuotes(scope: PortalScope, bind: Bind, today: LocalDate): string {
  return `sales.pub_quote q where q.company_id = $1::uuid and q.status in ('sent', 'viewed')
    and q.superseded_by_id is null and q.valid_until >= ${bind(today)}::date
    and (${quotesWithin(scope, bind)})`;
}

/** What waits for the user to decide: their inbox of approvals. By approval_account_index. */
function waitingApprovals(scope: PortalScope, bind: Bind, now: Instant): string {
  return `portal.approval a where a.company_id = $1::uuid
    and (${approvalsWithin(scope, bind)}) and (${inBox('inbox', scope, now)(bind)})`;
}

function openCases(scope: PortalScope, bind: Bind): string {
  return `crm.pub_case t where t.company_id = $1::uuid
    and t.status not in ('resolved', 'closed') and (${casesWithin(scope, bind)})`;
}
