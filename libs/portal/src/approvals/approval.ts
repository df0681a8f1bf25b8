import { OF_ACCOUNT } from '@quittance/crm';
import { boolean, datetime, integer, json, lookup, picklist, text } from '@quittance/fields';
import type { AccountId, Id, Instant } from '@quittance/kernel';
import type { ListDefinition } from '@quittance/lists';
import {
  amount,
  choicesOf,
  currencyCode,
  describeNoun,
  headOf,
  hidden,
  ids,
  nounList,
  stamped,
  system,
  versioned,
  type RowOf,
} from '@quittance/nouns';
import type { OrderId, SubscriptionId } from '@quittance/sales';
import type { PortalUserId } from '../actors/portal-actor.js';
import { MOST_APPROVERS } from './rules/approval-rule.js';
import { APPROVAL_STATUSES, APPROVAL_SUBJECTS, approvalStatusAt } from './approval-status.js';

export type ApprovalId = Id<'portal-approval'>;

const nullable = { nullable: true } as const;
const unlisted = { listed: false } as const;
const NAME_OF = (id: string) => `(select x.name from portal.portal_user x
  where x.company_id = $1 and x.id = a.${id})`;

/** Of the order or quote that it is about, by primary key; subscriptions have none. */
export const APPROVED_NUMBER = `coalesce(
  (select o.number from sales.pub_sales_order o where o.company_id = $1 and o.id = a.order_id),
  (select q.number from sales.pub_quote q where q.company_id = $1 and q.id = a.quote_id))`;

/** What a user of a customer wanted above their limit, and what became of it. */
export const approvalNoun = describeNoun({
  name: 'portal-approval',
  label: 'Approval',
  pluralLabel: 'Approvals',
  path: '/portal-approvals',
  table: 'portal.approval',
  alias: 'a',
  defaultSort: '-createdAt',
  reach: { resource: 'portal-users', ways: [OF_ACCOUNT], beside: ['accounts'] },
  members: {
    ...versioned<ApprovalId>(),
    accountId: system(lookup<AccountId>('Account', 'account')),
    requestedBy: system(lookup<PortalUserId>('Requested by', 'portal-user')),
    requesterName: system(text('Name of who asks', { maxLength: 200 }), {
      sql: NAME_OF('requested_by'),
    }),
    subject: system(picklist('Subject', choicesOf(APPROVAL_SUBJECTS))),
    number: system(text('Number of the order or quote', { maxLength: 64 }), {
      ...nullable,
      sql: APPROVED_NUMBER,
    }),
    orderId: system(lookup<OrderId>('Order', 'sales-order'), nullable),
    quoteId: system(lookup<Id<'quote'>>('Quote', 'quote'), nullable),
    subscriptionId: system(lookup<SubscriptionId>('Subscription', 'subscription'), nullable),
    total: system(amount('Total', { help: 'Tax included.' })),
    currency: system(currencyCode()),
    status: system(picklist('Status', choicesOf(APPROVAL_STATUSES))),
    approvals: system(integer('Approvals', { help: 'How many have to sign.' })),
    approverIds: hidden(ids<PortalUserId>('Approvers', { maxItems: MOST_APPROVERS })),
    toAdmins: hidden(boolean('To Admins')),
    asked: hidden(json<object>('What is wanted'), nullable),
    note: system(text('Note', { maxLength: 2000 }), { ...unlisted, ...nullable }),
    expiresAt: system(datetime('Expires at')),
    remindAt: hidden(datetime('Approvers are reminded at'), nullable),
    escalateAt: hidden(datetime('Admins are told at'), nullable),
    decidedAt: system(datetime('Decided at'), nullable),
    decidedBy: system(
      lookup<PortalUserId>('Decided by', 'portal-user', { help: 'Empty where the clock did.' }),
      nullable,
    ),
    reason: system(text('Reason', { maxLength: 2000 }), { ...unlisted, ...nullable }),
    ...stamped(),
  },
});

export type Approval = RowOf<typeof approvalNoun.members>;

/** A request as it is read: with the name of who asks, and the number of what is wanted. */
export interface ToldApproval extends Approval {
  readonly requesterName: string;
  readonly number: string | null;
}

const kept = headOf(approvalNoun, {
  requesterName: ({ requesterName }: ToldApproval) => requesterName,
  number: ({ number }: ToldApproval) => number,
});
export type ApprovalView = ReturnType<typeof kept>;

/** A request as lists show it at an instant: one whose time is over has expired. */
export function approvalView(row: ToldApproval, now: Instant): ApprovalView {
  return { ...kept(row), status: approvalStatusAt(row, now) };
}

const { rows, members } = approvalNoun;

const TOLD = `${members.requesterName.sql} as "requesterName", ${members.number.sql} as number`;

/** What reads a request, by the alias `a`; the company is `$1`. */
export const APPROVAL_COLUMNS = `${rows.select('a')}, ${TOLD}`;

/** Of lists: without what was said in accepting a quote, which may be long. */
const LISTED = `${rows.select(
  'a',
  (Object.keys(members) as (keyof Approval)[]).filter((name) => name !== 'asked'),
)}, ${TOLD}`;

/** Requests as they stand at an instant. */
export function approvalsAt(now: Instant): ListDefinition<ToldApproval, ApprovalView> {
  return {
    ...nounList<ToldApproval, ApprovalView>(approvalNoun as never, (row) => approvalView(row, now)),
    select: LISTED,
  };
}

/** What lists of them are filtered and sorted by. */
export const approvalList: ListDefinition<ToldApproval, ApprovalView> = {
  ...nounList<ToldApproval, ApprovalView>(approvalNoun as never, kept),
  select: LISTED,
};
