import {
  boolean,
  date,
  datetime,
  integer,
  json,
  lookup,
  number,
  picklist,
  text,
} from '@quittance/fields';
import type { LocalDate } from '@quittance/calendar';
import type { AccountId, Id, ProductId, UserId } from '@quittance/kernel';
import { documentLineMembers } from '@quittance/lines';
import {
  choicesOf,
  completed,
  currencyCode,
  describeNoun,
  hidden,
  lineAmount,
  optional,
  required,
  system,
  type DraftOf,
  type PatchOf,
  type RowOf,
} from '@quittance/nouns';
import type { ItemOverrides } from '../plans/agreed-terms.js';
import { TRIAL_END_ACTIONS, type PlanId, type PlanVersionId } from '../plans/plan-version.js';
import { TIMINGS } from '../pricing/quoted-line.js';
import { RECURRING_FREQUENCIES, type GridBefore, type RecurringFrequency } from './grid.js';
import { STUBS, type Proration } from './proration.js';
import {
  END_CREDITS,
  SUBSCRIPTION_STATUSES,
  SUSPENDED_REASONS,
  type ItemId,
  type SubscriptionId,
  type SubscriptionItemId,
} from './subscription.js';

const CSV = { csv: true } as const;
/** What rules and formulas may ask for. */
const ASKED = { catalogued: true } as const;
const SHOWN = { ...CSV, ...ASKED } as const;
/** What says something of it and is billed by nothing. */
const SAID = { ...CSV, changes: 'always' } as const;
const UNLISTED = { listed: false } as const;
const NULLABLE = { nullable: true } as const;
/** Twelve digits before the point are what a document can hold. */
const LARGEST = '999999999999.999999';

/** Another frequency that is agreed for a day to come. */
export interface GridNext {
  readonly on: LocalDate;
  readonly frequency: RecurringFrequency;
}

/** What a change comes to that is planned for a day of a period that is billed already. */
export interface LaterSettlement {
  /** The day, or that on which it goes on, where it stood still on it. */
  readonly on: LocalDate;
  readonly proration: Proration;
  readonly billing: 'now' | 'next_invoice';
}

/** A discount of an item; neither a percentage nor an amount is none. */
export interface DiscountStep {
  readonly percent: string | null;
  /** Minor units, in digits. */
  readonly amount: string | null;
  /** The first day without it; null: it goes on. */
  readonly until: LocalDate | null;
}

/** The members of a subscription in the order in which it is answered. */
export const subscriptionMembers = {
  id: system(lookup<SubscriptionId>('Id', null), CSV),
  version: system(integer('Version'), UNLISTED),
  status: system(picklist('Status', choicesOf(SUBSCRIPTION_STATUSES)), SHOWN),
  accountId: required(lookup<AccountId>('Account', 'account'), SHOWN),
  contactId: optional(lookup<Id<'contact'>>('Contact', 'contact'), { ...SAID, ...ASKED }),
  contractId: optional(lookup<Id<'contract'>>('Contract', 'contract'), SHOWN),
  previousId: system(lookup<SubscriptionId>('Subscription before', 'subscription'), NULLABLE),
  salesOrderId: system(lookup<Id<'sales-order'>>('Sales order', 'sales-order'), {
    ...NULLABLE,
    ...ASKED,
  }),
  quoteId: system(lookup<Id<'quote'>>('Quote', 'quote'), { ...NULLABLE, ...ASKED }),
  /** It does not begin before its order is confirmed, whatever day it was to. */
  awaitsOrder: hidden(boolean('Waits for its order')),
  planId: system(lookup<PlanId>('Plan', 'plan', { help: 'Of the first item.' }), SHOWN),
  planVersionId: hidden(lookup<PlanVersionId>('Version of the plan', null)),
  quantity: system(number('Quantity', { scale: 6, help: 'Of the first item.' }), SHOWN),
  currency: completed(currencyCode(), { ...SHOWN, advice: 'The account’s, else the company’s.' }),
  frequency: system(picklist('Frequency', choicesOf(RECURRING_FREQUENCIES)), SHOWN),
  timing: system(picklist('Timing', choicesOf(TIMINGS)), SHOWN),
  startDate: completed(date('Start'), { ...SHOWN, advice: 'Today unless told.' }),
  /** The first day of a whole period, and the day of the month that its grid keeps to. */
  anchorDate: hidden(date('Anchor')),
  anchorDay: system(integer('Day of the month', { help: 'On which its periods begin.' })),
  /** The periods of the days before its grid began, and those that are agreed for later. */
  gridBefore: hidden(json<GridBefore>('Grid before'), NULLABLE),
  gridNext: hidden(json<GridNext>('Grid to come'), NULLABLE),
  /** The first day that costs anything: the start, or the end of the trial. */
  billedFrom: hidden(date('Billed from')),
  stub: hidden(picklist('Stub', choicesOf(STUBS))),
  trialEnd: completed(
    date('End of the trial', { help: 'The first day that is no trial any more.' }),
    { ...SHOWN, nullable: true, advice: 'As the plan says; null: no trial.' },
  ),
  trialEndAction: hidden(picklist('At the end of the trial', choicesOf(TRIAL_END_ACTIONS))),
  cancelAt: system(date('Cancelled for', { help: 'The first day without service.' }), {
    ...SHOWN,
    ...NULLABLE,
  }),
  cancelReason: system(text('Reason of the end', { maxLength: 500 }), { ...NULLABLE, ...ASKED }),
  cancelCredit: system(
    picklist('Credit of the end', choicesOf(END_CREDITS), {
      help: 'What of days that are paid for comes back when it ends; null: nothing.',
    }),
    NULLABLE,
  ),
  endedOn: system(date('Ended on', { help: 'The first day without service.' }), {
    ...SHOWN,
    ...NULLABLE,
  }),
  changeOn: system(date('Changes on', { help: 'When the change that is planned begins.' }), {
    ...SHOWN,
    ...NULLABLE,
  }),
  laterSettlement: hidden(json<LaterSettlement>('Settled with its day'), NULLABLE),
  pauseOn: system(date('Pauses on'), { ...SHOWN, ...NULLABLE }),
  pauseCredit: system(
    boolean('Credit of the pause', { help: 'Days that are paid for come back when it pauses.' }),
  ),
  suspendedReason: system(picklist('Suspended by', choicesOf(SUSPENDED_REASONS)), {
    ...SHOWN,
    ...NULLABLE,
  }),
  suspendedOn: system(date('Suspended on'), { ...SHOWN, ...NULLABLE }),
  resumeOn: system(date('Resumes on'), { ...SHOWN, ...NULLABLE }),
  /** Activated though overdue: only what has fallen due since then counts. */
  pastDueWaivedOn: hidden(date('Activated though overdue on'), NULLABLE),
  poNumber: optional(text('Order number of the customer', { maxLength: 100 }), {
    ...SAID,
    ...ASKED,
  }),
  externalKey: optional(
    text('External key', { maxLength: 100, searched: true, help: 'By which usage may name it.' }),
    { ...SAID, ...ASKED },
  ),
  ownerId: completed(lookup<UserId>('Owner', 'user'), {
    ...SAID,
    nullable: true,
    advice: 'Whoever makes it.',
  }),
  createdAt: system(datetime('Created at'), { once: true, csv: 'last' }),
  updatedAt: system(datetime('Updated at'), { csv: 'last' }),
};

/** What of `sales.subscription` reads, writes, lists and documents it. */
export const subscriptionNoun = describeNoun({
  name: 'subscription',
  label: 'Subscription',
  pluralLabel: 'Subscriptions',
  path: '/subscriptions',
  table: 'sales.subscription',
  alias: 's',
  defaultSort: '-createdAt',
  reach: { resource: 'subscriptions', ways: [[]] },
  members: subscriptionMembers,
});

const { contactId, poNumber, externalKey, ownerId } = subscriptionMembers;

/** What is said of a subscription and billed by nothing: it may change in any state. */
export const saidOfSubscription = { members: { contactId, poNumber, externalKey, ownerId } };
export type SubscriptionPatch = PatchOf<typeof saidOfSubscription.members>;

export type Subscription = RowOf<typeof subscriptionMembers>;
export type SubscriptionDraft = DraftOf<typeof subscriptionMembers>;

/** An item of a subscription for the days on which it holds. Its net is that of a whole period. */
export const subscriptionItemNoun = describeNoun({
  name: 'subscription-item',
  label: 'Item of a subscription',
  pluralLabel: 'Items of a subscription',
  path: '/subscriptions/{id}/items',
  table: 'sales.subscription_item',
  alias: 'i',
  defaultSort: 'position',
  members: {
    subscriptionId: hidden(lookup<SubscriptionId>('Subscription', null)),
    id: hidden(lookup<SubscriptionItemId>('Id', null)),
    itemId: system(lookup<ItemId>('Item', null, { help: 'Stays while the item changes.' })),
    position: system(integer('Position', { min: '1' })),
    validFrom: system(date('Valid from')),
    validTo: system(date('Valid to', { help: 'The first day on which it no longer holds.' }), {
      nullable: true,
    }),
    planId: required(lookup<PlanId>('Plan', 'plan')),
    planVersionId: completed(lookup<PlanVersionId>('Version of the plan', null), {
      advice: 'The newest unless told.',
    }),
    productId: system(lookup<ProductId>('Product', 'product')),
    description: completed(text('Description', { maxLength: 1000 }), {
      advice: 'The name of the plan unless told.',
    }),
    quantity: completed(number('Quantity', { scale: 6, max: LARGEST }), {
      sign: 'positive',
      advice: '1 unless told.',
      example: '3',
    }),
    unitPrice: completed(number('Unit price', { scale: 6, min: '0', max: LARGEST }), {
      advice: 'That of the plan unless told; what is told stays when the plan changes.',
      example: '19.99',
    }),
    priceOverridden: system(boolean('Price agreed', { help: 'It is not that of the plan.' })),
    discountPercent: optional(number('Discount in percent', { scale: 6, min: '0', max: '100' })),
    discountAmount: system(lineAmount('Discount of a period'), NULLABLE),
    discountUntil: system(date('Discount until', { help: 'The first day without it.' }), NULLABLE),
    /** What is given from that day on, where it is not nothing. */
    laterDiscounts: hidden(json<readonly DiscountStep[]>('Discounts behind it'), NULLABLE),
    taxCode: optional(text('Tax code', { maxLength: 50 })),
    placeOf: documentLineMembers.placeOf,
    overrides: system(json<ItemOverrides>('Agreed of usage'), { ...UNLISTED, ...NULLABLE }),
    net: system(lineAmount('Net of a period')),
    createdAt: hidden(datetime('Created at')),
  },
});

export type SubscriptionItem = RowOf<typeof subscriptionItemNoun.members>;
export type ItemDraft = DraftOf<typeof subscriptionItemNoun.members>;

export const AMENDMENT_KINDS = [
  'created',
  'changed',
  'change_planned',
  'change_withdrawn',
  'trial_extended',
  'paused',
  'suspended',
  'resumed',
  'cancelled',
  'kept',
  'fell_due',
  'settled',
  'renewed',
] as const;
export type AmendmentKind = (typeof AMENDMENT_KINDS)[number];
