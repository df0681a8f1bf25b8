import type { PortalRight } from '../actors/portal-actor.js';
import type { NoticeCategory } from './notice-category.js';

/**
 * Whom something is for: those whose it is or who have done it; those whom the event names; those
 * who may decide what is asked; the Admins of the party; the user that it is about.
 */
export type NoticeTo = 'own' | 'named' | 'deciders' | 'admins' | 'self';

export interface NoticeKindRules {
  readonly category: NoticeCategory;
  /** The object that the notice leads to: what must be in reach. */
  readonly object: string;
  /** The rights without each of which nobody is told. */
  readonly needs: readonly PortalRight[];
  readonly to: readonly NoticeTo[];
  /** False where whoever announces it writes to those whom it concerns. */
  readonly mails?: false;
  /** False where it is never gathered, although its category is. */
  readonly gathers?: false;
}

const QUOTE = { category: 'quotes', object: 'quote', needs: [], to: ['own'] } as const;
const ORDER = {
  category: 'orders',
  object: 'sales-order',
  needs: ['viewOrders'],
  to: ['own'],
} as const;
const INVOICE = {
  category: 'invoices',
  object: 'invoice',
  needs: ['viewInvoices'],
  to: ['own'],
} as const;
/** Of money for several invoices, or for none. */
const PAYMENT = { ...INVOICE, object: 'payment' } as const;
const CASE = { category: 'answers', object: 'case', needs: [], to: ['own'] } as const;
const REGISTRATION = {
  category: 'registrations',
  object: 'deal-registration',
  needs: [],
  to: ['named', 'admins'],
} as const;
const APPROVAL = {
  category: 'approvals',
  object: 'portal-approval',
  needs: [],
  to: ['named'],
  mails: false,
} as const;
const AGREEMENT = { category: 'agreements', needs: [], to: ['own'] } as const;

/** Where a vendor is paid to: whoever has sent it, and the Admins, whom nobody can leave out. */
const BANK = {
  category: 'security',
  object: 'ledger-account',
  needs: [],
  to: ['named', 'admins'],
} as const;

const SELF = { category: 'security', object: 'portal-user', needs: [], to: ['self'] } as const;

/** What users are told, and who of them. */
export const NOTICE_KINDS = {
  quote_ready: QUOTE,
  quote_revised: QUOTE,
  quote_expiring: QUOTE,
  order_confirmed: ORDER,
  order_shipped: ORDER,
  order_delayed: ORDER,
  order_cancelled: ORDER,
  approval_asked: { ...APPROVAL, needs: ['approveQuotes'], to: ['deciders'] },
  approval_approved: APPROVAL,
  approval_rejected: APPROVAL,
  approval_expired: APPROVAL,
  invoice_sent: INVOICE,
  invoice_due: INVOICE,
  payment_received: INVOICE,
  payment_failed: { ...INVOICE, gathers: false },
  money_received: PAYMENT,
  money_failed: { ...PAYMENT, gathers: false },
  dispute_answered: { ...INVOICE, category: 'answers' },
  dispute_resolved: { ...INVOICE, category: 'answers' },
  case_answered: CASE,
  case_resolved: CASE,
  subscription_ending: { ...AGREEMENT, object: 'subscription' },
  contract_ending: { ...AGREEMENT, object: 'contract' },
  document_shared: { ...AGREEMENT, object: 'document' },
  registration_returned: { ...REGISTRATION, gathers: false },
  registration_approved: { ...REGISTRATION, gathers: false },
  registration_rejected: { ...REGISTRATION, gathers: false },
  registration_extended: { ...REGISTRATION, gathers: false },
  registration_expiring: REGISTRATION,
  registration_expired: REGISTRATION,
  statement_ready: {
    category: 'registrations',
    object: 'commission-statement',
    needs: ['viewInvoices', 'seePricing'],
    to: ['admins'],
  },
  bank_details_sent: BANK,
  bank_details_approved: BANK,
  bank_details_rejected: BANK,
  rights_changed: SELF,
  security_changed: { ...SELF, mails: false },
} as const satisfies Readonly<Record<string, NoticeKindRules>>;

export type NoticeKind = keyof typeof NOTICE_KINDS;
export const NOTICE_KIND_NAMES = Object.keys(NOTICE_KINDS) as readonly NoticeKind[];

export const noticeKindRules = (kind: NoticeKind): NoticeKindRules => NOTICE_KINDS[kind];
