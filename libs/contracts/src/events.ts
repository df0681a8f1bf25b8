import { about, type EventDescription, type Happening, heard } from './event-description.js';
import { billed, billedThrough, billingRun, schedule } from './payloads/billing.js';
import { record } from './payloads/common.js';
import { creditCheck, creditHold, creditOverride } from './payloads/credit.js';
import {
  comment,
  memberChanged,
  memberRemoved,
  membersAdded,
  mergedAccount,
} from './payloads/crm.js';
import { attempt, dunningRun, dunningPause } from './payloads/dunning.js';
import { document, endpoint } from './payloads/outside.js';
import { invitation, lock, passwordReset } from './payloads/people.js';
import { appliedCreditNote, creditNote, invoice, createdInvoice } from './payloads/receivables.js';
import { APPROVAL_EVENTS } from './approval-events.js';
import { COMPANY_EVENTS } from './company-events.js';
import { ORDER_EVENTS } from './order-events.js';
import { PARTNER_EVENTS } from './partner-events.js';
import { PAYMENT_EVENTS } from './payment-events.js';
import { PORTAL_EVENTS } from './portal-events.js';
import { TAX_EVENTS } from './tax-events.js';
import { lateRatedUsage, quote, usageReached } from './payloads/sales.js';
import { openObject, type ValueOf } from './shape.js';

function aboutAny(when: string): EventDescription<typeof any> {
  return { when, objects: null, data: any, example: {}, rules: null };
}

/** A record as its own API shows it; which members it has is a matter of its object. */
const any = openObject({});

const [ofInvoice, ofNote] = [about('invoice'), about('credit-note')];
const [ofSchedule, ofPause] = [about('billing-schedule'), about('dunning-pause')];
const [ofUser, ofDocument, ofCampaign] = [about('user'), about('document'), about('campaign')];
const ofQuote = about('quote');
const [ofSubscription, ofContract] = [about('subscription'), about('contract')];
const [ofDeal, ofCase, ofArticle] = [about('deal'), about('case'), about('knowledge')];

const [ofCheck, ofHold, ofOverride] = [
  about('credit-check'),
  about('credit-hold'),
  about('credit-override'),
];

const SETTLED = { paidAmount: '119.00', balance: '0.00' };

/**
 * Everything that is announced, with what is said of it. A new kind of event is a new line here.
 */
export const EVENTS = {
  'invoice.created': heard(
    'created',
    ofInvoice('An invoice was made: by a person, a billing run or an import.', createdInvoice, {
      version: 1,
    }),
  ),
  'invoice.sent': heard(
    'updated',
    ofInvoice('An invoice was sent to its customer.', invoice, { status: 'sent' }),
  ),
  'invoice.viewed': heard(
    'updated',
    ofInvoice('The customer has opened an invoice for the first time.', invoice, {
      status: 'viewed',
    }),
  ),
  'invoice.overdue': heard(
    'updated',
    ofInvoice(
      'The due day of an invoice with an open balance is over, where the company is.',
      invoice,
      { status: 'overdue' },
    ),
  ),
  'invoice.disputed': heard(
    'updated',
    ofInvoice('An invoice, or a part of it, was disputed.', invoice, {
      status: 'disputed',
    }),
  ),
  'invoice.resolved': heard(
    'updated',
    ofInvoice('The dispute of an invoice was resolved.', invoice, {
      status: 'sent',
    }),
  ),
  'invoice.dispute_answered': ofInvoice(
    'Customer or company have written about what the customer objects to.',
    invoice,
    { status: 'disputed' },
  ),
  'invoice.paid': heard(
    'updated',
    ofInvoice('Nothing is left to pay of an invoice.', invoice, {
      status: 'paid',
      ...SETTLED,
    }),
  ),
  'invoice.written_off': heard(
    'updated',
    ofInvoice('What was left of an invoice was written off.', invoice, {
      status: 'written_off',
      writtenOffAmount: '119.00',
      balance: '0.00',
    }),
  ),
  'invoice.write_off_undone': heard(
    'updated',
    ofInvoice('What was written off of an invoice is expected again.', invoice, {
      status: 'overdue',
    }),
  ),
  'invoice.voided': heard(
    'updated',
    ofInvoice('A sent invoice was declared void.', invoice, {
      status: 'void',
      balance: '0.00',
    }),
  ),
  'invoice.cancelled': heard(
    'updated',
    ofInvoice('An invoice that was never sent was given up.', invoice, {
      status: 'cancelled',
      balance: '0.00',
    }),
  ),
  ...PAYMENT_EVENTS,
  'credit_note.issued': ofNote(
    'A credit note was issued, or the excess of a payment is kept by one.',
    creditNote,
  ),
  'credit_note.applied': ofNote('Credit was applied to an invoice.', appliedCreditNote, {
    status: 'partially_applied',
    appliedAmount: '20.00',
    remaining: '99.00',
  }),
  'credit_note.unapplied': ofNote('Credit was taken back from an invoice.', appliedCreditNote),
  'credit_note.voided': ofNote(
    'A credit note was declared void, or all of it was returned.',
    creditNote,
    {
      status: 'void',
      remaining: '0.00',
      voidReason: 'Written twice',
    },
  ),
  'credit_check.decided': ofCheck(
    'Credit was asked for, and the rules have answered.',
    creditCheck,
  ),
  'credit_hold.placed': ofHold('A customer gets no credit, or none without approval.', creditHold),
  'credit_hold.released': ofHold('A credit hold is over.', creditHold, {
    status: 'released',
    releasedAt: '2026-03-02T09:00:00.000Z',
    releaseNote: 'Paid by transfer',
  }),
  'credit_override.requested': ofOverride(
    'Somebody asks that a check be overruled.',
    creditOverride,
  ),
  'credit_override.approved': ofOverride('A check was overruled.', creditOverride, {
    status: 'approved',
    decidedAt: '2026-03-02T09:00:00.000Z',
  }),
  'credit_override.rejected': ofOverride('A check stands as it was.', creditOverride, {
    status: 'rejected',
    decidedAt: '2026-03-02T09:00:00.000Z',
    decisionNote: 'Too much is late',
  }),
  'credit_override.expired': ofOverride('An override counts no longer.', creditOverride, {
    status: 'expired',
    expiredAt: '2026-03-02T09:00:00.000Z',
  }),
  'quote.submitted': heard(
    'updated',
    ofQuote('A quote was handed over for approval; it is fixed from then on.', quote, {
      status: 'submitted',
    }),
  ),
  'quote.approved': heard(
    'updated',
    ofQuote('A quote may be sent.', quote, { status: 'approved' }),
  ),
  'quote.sent': heard(
    'updated',
    ofQuote('A quote was sent to its customer.', quote, { status: 'sent' }),
  ),
  'quote.viewed': heard(
    'updated',
    ofQuote('The customer has opened a quote for the first time.', quote, { status: 'viewed' }),
  ),
  'quote.accepted': heard(
    'updated',
    ofQuote('A quote was accepted, as its receipt tells.', quote, { status: 'accepted' }),
  ),
  'quote.rejected': heard(
    'updated',
    ofQuote('The customer does not want what is quoted.', quote, { status: 'rejected' }),
  ),
  'quote.changes_requested': heard(
    'updated',
    ofQuote('The customer wants something of a quote otherwise.', quote, {
      status: 'changes_requested',
    }),
  ),
  'quote.expired': heard(
    'updated',
    ofQuote('The last day on which a quote could be accepted is over.', quote, {
      status: 'expired',
    }),
  ),
  'quote.revised': heard(
    'created',
    ofQuote('A new revision of a quote was made; it takes the place of the old one.', quote, {
      revision: 2,
    }),
  ),
  'quote.cancelled': heard(
    'updated',
    ofQuote('A quote was given up.', quote, { status: 'cancelled' }),
  ),
  'quote.ordered': heard(
    'updated',
    ofQuote('A sales order was made of an accepted quote.', quote, { status: 'ordered' }),
  ),
  ...ORDER_EVENTS,
  ...PARTNER_EVENTS,
  ...APPROVAL_EVENTS,
  ...PORTAL_EVENTS,
  ...COMPANY_EVENTS,
  ...TAX_EVENTS,
  'schedule.activated': ofSchedule('A schedule begins to bill, or goes on.', schedule),
  'schedule.paused': ofSchedule('A schedule bills nothing for a while.', schedule, {
    status: 'paused',
  }),
  'schedule.cancelled': ofSchedule('A schedule will bill nothing any more.', schedule, {
    status: 'cancelled',
    nextBillingDate: null,
  }),
  'schedule.billed': ofSchedule('A billing run has made invoices of a schedule.', billed),
  'schedule.completed': ofSchedule('A schedule has billed its last period.', billedThrough, {
    status: 'completed',
  }),
  'billing_run.completed': about('billing-run')(
    'A billing run has ended, well or not.',
    billingRun,
  ),
  'user.invited': ofUser('A user was given a link to set a password.', invitation),
  'user.locked': ofUser('A user is locked out after too many wrong passwords.', lock),
  'user.password_reset_requested': ofUser('Somebody has forgotten a password.', passwordReset),
  'dunning.attempted': ofInvoice('A step was taken about an overdue invoice.', attempt),
  'dunning.paused': ofPause('An invoice or an account is left alone for a while.', dunningPause),
  'dunning.resumed': ofPause('A pause is over, or a promise was kept.', dunningPause, {
    outcome: 'kept',
    endedAt: '2026-03-02T09:00:00.000Z',
  }),
  'dunning.promise_broken': ofPause('The day promised is over, and it is not paid.', dunningPause, {
    outcome: 'broken',
    endedAt: '2026-03-02T09:00:00.000Z',
  }),
  'dunning.run_completed': about('dunning-run')('A run of dunning has ended.', dunningRun),
  'webhook.disabled': about('webhook')(
    'An endpoint was switched off, as it takes nothing any more.',
    endpoint,
    { active: false },
  ),
  'document.attached': ofDocument('A file was attached to a record.', document, { version: 1 }),
  'document.updated': ofDocument('A file was renamed, shown to others, or moved.', document),
  'document.removed': ofDocument('A file was taken away.', document),
  'lead.converted': about('lead')('A lead became a contact, with an account.', record),
  'account.merged': about('account')('An account has taken up another one.', mergedAccount),
  'deal.stage_moved': ofDeal('A deal is at another stage.', record),
  'subscription.created': heard('created', ofSubscription('A subscription was made.', record)),
  'subscription.activated': heard(
    'updated',
    ofSubscription('A subscription began, or is in order again.', record),
  ),
  'subscription.trial_ending': ofSubscription('A trial ends within three days.', record),
  'subscription.changed': heard(
    'updated',
    ofSubscription('Items, trial or end of a subscription changed.', record),
  ),
  'subscription.change_scheduled': heard(
    'updated',
    ofSubscription(
      'A change of a subscription is planned for a later day, or is not any more.',
      record,
    ),
  ),
  'subscription.past_due': heard(
    'updated',
    ofSubscription('An invoice of a subscription is overdue.', record),
  ),
  'subscription.suspended': heard(
    'updated',
    ofSubscription('A subscription stands still.', record),
  ),
  'subscription.resumed': heard(
    'updated',
    ofSubscription('A subscription that stood still goes on.', record),
  ),
  'subscription.cancelled': heard(
    'updated',
    ofSubscription('A subscription has ended before its time.', record),
  ),
  'subscription.expired': heard(
    'updated',
    ofSubscription('The term of a subscription is over.', record),
  ),
  'subscription.renewed': heard(
    'updated',
    ofSubscription('A subscription goes on for another term.', record),
  ),
  'usage.threshold_reached': ofSubscription(
    'Usage of a charge has reached a percent that its plan watches, once in a period.',
    usageReached,
  ),
  'usage.late_rated': ofSubscription('Late usage was rated by its period.', lateRatedUsage),
  'contract.activated': ofContract('A contract is in force.', record),
  'contract.renewal_notice': ofContract(
    'The last day on which notice of the end of a contract is in time has come.',
    record,
  ),
  'contract.renewed': ofContract('A contract is followed by its successor.', record),
  'contract.expired': ofContract('The term of a contract is over.', record),
  'contract.terminated': ofContract('A contract was ended before its time.', record),
  'deal.won': ofDeal('A deal was won.', record),
  'deal.lost': ofDeal('A deal was lost.', record),
  'deal.reopened': ofDeal('A closed deal is open again.', record),
  'case.opened': ofCase('A customer has opened a case, or work on one has begun.', record),
  'case.waiting': ofCase('A case waits for its customer.', record),
  'case.commented': ofCase('Somebody has said something about a case.', comment),
  'case.resolved': ofCase('A case was resolved.', record),
  'case.reopened': ofCase('A resolved or closed case is open again.', record),
  'case.closed': ofCase('A case was closed.', record),
  'case.time_missed': ofCase('The first response or the resolution of a case is late.', record),
  'article.published': ofArticle('An article can be read by its audience.', record),
  'article.archived': ofArticle('An article is shown no longer.', record),
  'activity.completed': about('activity')('A call, a meeting or the like is done.', record),
  'task.completed': about('task')('A task is done.', record),
  'campaign.members_added': ofCampaign('Leads or contacts were added to a campaign.', membersAdded),
  'campaign.member_changed': ofCampaign(
    'A member of a campaign has another status, or became a contact.',
    memberChanged,
  ),
  'campaign.member_removed': ofCampaign('Somebody is no member any more.', memberRemoved),
  'record.created': heard(
    'created',
    aboutAny('A record was made, where no event of its own says so.'),
  ),
  'record.updated': heard(
    'updated',
    aboutAny('A record was changed, where no event of its own says so.'),
  ),
  'record.deleted': aboutAny('A record was deleted.'),
} as const satisfies Readonly<Record<string, EventDescription>>;

export type EventType = keyof typeof EVENTS;

/** Every kind of business change that is announced. */
export const EVENT_TYPES = Object.keys(EVENTS) as readonly EventType[];

/** What each event says: its `data`. */
export type EventPayloads = {
  readonly [T in EventType]: ValueOf<(typeof EVENTS)[T]['data']>;
};

/** What can be said by whichever of some types: all that each of them says. */
export type PayloadOf<T extends EventType> = {
  [K in T]: (payload: EventPayloads[K]) => void;
}[T] extends (payload: infer All) => void
  ? All
  : never;

/** By which events rules hear of the records of an object, or of those of any. */
export function heardByRules(
  object: string | null,
): Readonly<Partial<Record<EventType, Happening>>> {
  const heardOf = EVENT_TYPES.flatMap((type) => {
    const { rules, objects } = EVENTS[type] as EventDescription;
    const isAbout = object === null ? objects === null : objects?.includes(object);
    return rules && isAbout ? [[type, rules] as const] : [];
  });
  return Object.fromEntries(heardOf);
}

/** An example of what an event says. */
export function exampleOf<T extends EventType>(type: T): EventPayloads[T] {
  const { data, example } = EVENTS[type] as EventDescription;
  const all = data.schema.examples?.[0] as EventPayloads[T];
  return { ...all, ...(example as Partial<EventPayloads[T]>) };
}
