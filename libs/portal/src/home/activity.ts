import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Instant } from '@quittance/kernel';
import type { PortalCtx, PortalRight } from '../actors/portal-actor.js';
import {
  casesWithin,
  invoicesWithin,
  ordersWithin,
  quotesWithin,
} from '../reach/customer-reach.js';
import type { PortalReach } from '../reading/portal-object.js';
import { resolveScope } from '../scope/portal-scope.js';
import { tellsViews } from '../settings/told-views.js';

export const CUSTOMER_ACTIVITIES = [
  'quote_sent',
  'order_placed',
  'invoice_sent',
  'case_opened',
  'viewed_as',
] as const;

/** Something that happened to a record that the user reaches. */
export interface CustomerActivity {
  readonly kind: (typeof CUSTOMER_ACTIVITIES)[number];
  readonly at: Instant;
  readonly id: string;
  /** Its number; the name of who of the staff has looked on. */
  readonly number: string;
}

/** So many are told, the latest. */
export const MOST_ACTIVITIES = 20;

/** What is told of, with the right that it asks for and the column that has its time. */
interface Source {
  readonly kind: CustomerActivity['kind'];
  readonly right?: PortalRight;
  readonly from: string;
  /** What it is called by, unless by its number. */
  readonly named?: string;
  readonly at: string;
  readonly within: PortalReach;
}

const SOURCES: readonly Source[] = [
  { kind: 'quote_sent', from: 'sales.pub_quote q', at: 'q.sent_at', within: quotesWithin },
  {
    kind: 'order_placed',
    right: 'viewOrders',
    from: 'sales.pub_sales_order o',
    at: 'o.placed_at',
    within: ordersWithin,
  },
  {
    kind: 'invoice_sent',
    right: 'viewInvoices',
    from: 'receivables.pub_invoice i',
    at: 'i.sent_at',
    within: invoicesWithin,
  },
  { kind: 'case_opened', from: 'crm.pub_case t', at: 't.created_at', within: casesWithin },
  {
    kind: 'viewed_as',
    from: 'portal.view_as_session f',
    named: 'staff_name',
    at: 'f.began_at',
    within: ({ userId }, bind) => `f.portal_user_id = ${bind(userId)}::uuid`,
  },
];

/** Tells what happened of late, in one statement: of each kind those alone who may see it. */
@Injectable()
export class ReadActivity {
  constructor(private readonly db: Database) {}

  execute(ctx: PortalCtx): Promise<CustomerActivity[]> {
    return this.db.read(ctx, async (tx) => {
      const scope = await resolveScope(tx, ctx.portal);
      const params: unknown[] = [ctx.companyId];
      const bind = (value: unknown) => `$${params.push(value)}`;
      const views = await tellsViews(tx);
      const told = SOURCES.filter(
        ({ kind, right }) => (!right || scope.rights.has(right)) && (kind !== 'viewed_as' || views),
      );
      const parts = told.map(({ kind, from, named = 'number', at, within }) => {
        const alias = from.split(' ')[1] ?? '';
        return `(select '${kind}' as kind, ${at} as at, ${alias}.id, ${alias}.${named} as number
          from ${from} where ${alias}.company_id = $1::uuid and ${at} is not null
            and (${within(scope, bind)})
          order by ${at} desc, ${alias}.id desc limit ${MOST_ACTIVITIES})`;
      });
      return tx.rows<CustomerActivity>(
        `${parts.join(' union all ')} order by 2 desc, 3 desc limit ${MOST_ACTIVITIES}`,
        params,
      );
    });
  }
}
