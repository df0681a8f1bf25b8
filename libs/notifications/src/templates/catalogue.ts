import {
  APPROVAL_DATA,
  DISTANCE_SALES_DATA,
  DUNNING_DATA,
  INVOICE_DATA,
  NOTICED,
  PERSON,
  PORTAL_USER_DATA,
  USER_DATA,
} from './template-data.js';
import { ACCOUNT, COMPANY, FIELDS, INVOICE, isVariable, QUOTE_LINK } from './variables.js';
import type { Variable, Variables } from './variables.js';

/** The e-mails the product sends by itself. A new one is a new line here and a default text. */
export const EMAIL_TEMPLATE_CODES = [
  'INVOICE_SENT',
  'DUNNING_PAYMENT_RETRY',
  'DUNNING_REMINDER',
  'DUNNING_WARNING',
  'PAYMENT_RECEIVED',
  'CREDIT_NOTE_ISSUED',
  'USER_INVITED',
  'USER_PASSWORD_RESET',
  'PORTAL_USER_INVITED',
  'PORTAL_PASSWORD_RESET',
  'APPROVAL_ASKED',
  'APPROVAL_DECIDED',
  'PORTAL_SECURITY_NOTICE',
  'QUOTE_SENT',
  'ORDER_CONFIRMED',
  'PLAN_CHANGED',
  'WEBHOOK_DISABLED',
  'DISTANCE_SALES_THRESHOLD',
  'RECORD_NOTICE',
  'PORTAL_NOTICE',
  'PORTAL_DIGEST',
] as const;
/** An e-mail that the product sends by itself. */
export type ProductTemplateCode = (typeof EMAIL_TEMPLATE_CODES)[number];
/** One that a company has written for its workflow rules. */
export type OwnTemplateCode = `OWN_${string}`;
export type EmailTemplateCode = ProductTemplateCode | OwnTemplateCode;

/** Own templates that a company has at most. */
export const MOST_OWN_TEMPLATES = 100;
/** What a company calls a template of its own. */
export const OWN_TEMPLATE_CODE = /^OWN_[A-Z0-9_]{1,56}$/;

/** What is fixed about the template of a code, whatever its text. */
export interface TemplateKind {
  /** When the e-mail is sent, for whoever edits its text. */
  readonly about: string;
  /** Whether it is sent before a company has said anything about it. */
  readonly activeByDefault: boolean;
  /**
   * Whether it carries a link that lets its holder in. Such a link is made when the e-mail is sent
   * and is neither stored nor shown in the log.
   */
  readonly secret: boolean;
  /** Sent whatever is said of its template: nobody is to change a sign-in unseen. */
  readonly always?: true;
  readonly variables: Variables;
}

const INVOICING = { activeByDefault: true, secret: false };
const ON_REQUEST = { activeByDefault: false, secret: false };
const SECRET = { activeByDefault: true, secret: true };

export const TEMPLATE_KINDS: Readonly<Record<ProductTemplateCode, TemplateKind>> = {
  INVOICE_SENT: {
    ...INVOICING,
    about: 'An invoice is sent by e-mail, to the billing address of the account.',
    variables: INVOICE_DATA,
  },
  DUNNING_PAYMENT_RETRY: {
    ...INVOICING,
    about: 'Dunning asks for an overdue payment and offers a link to pay.',
    variables: DUNNING_DATA,
  },
  DUNNING_REMINDER: {
    ...INVOICING,
    about: 'Dunning reminds of an invoice that is overdue.',
    variables: DUNNING_DATA,
  },
  DUNNING_WARNING: {
    ...INVOICING,
    about: 'Dunning warns of what follows if an invoice stays unpaid.',
    variables: DUNNING_DATA,
  },
  PAYMENT_RECEIVED: {
    ...ON_REQUEST,
    about: 'The money of a payment is there; its receipt is enclosed.',
    variables: {
      company: COMPANY,
      account: ACCOUNT,
      invoice: INVOICE,
      payment: {
        number: { about: 'the number of the payment', sample: 'PAY-000017' },
        amount: { about: 'what was paid', sample: '1190.00' },
        currency: { about: 'the currency of the payment', sample: 'EUR' },
      },
    },
  },
  CREDIT_NOTE_ISSUED: {
    ...ON_REQUEST,
    about: 'A credit note is issued to the account.',
    variables: {
      company: COMPANY,
      account: ACCOUNT,
      creditNote: {
        number: { about: 'the number of the credit note', sample: 'CN-000004' },
        total: { about: 'what is credited', sample: '119.00' },
        remaining: { about: 'what is not yet applied to an invoice', sample: '119.00' },
        currency: { about: 'the currency of the credit note', sample: 'EUR' },
      },
    },
  },
  USER_INVITED: {
    ...SECRET,
    about: 'A staff user is invited and sets a first password.',
    variables: USER_DATA,
  },
  USER_PASSWORD_RESET: {
    ...SECRET,
    about: 'A staff user has forgotten the password.',
    variables: USER_DATA,
  },
  PORTAL_USER_INVITED: {
    ...SECRET,
    about: 'Somebody is invited to the portal of customers, partners or vendors.',
    variables: PORTAL_USER_DATA,
  },
  PORTAL_PASSWORD_RESET: {
    ...SECRET,
    about: 'A portal user has forgotten the password.',
    variables: PORTAL_USER_DATA,
  },
  APPROVAL_ASKED: {
    ...INVOICING,
    about: 'A user of a customer may approve what a colleague wants above their limit.',
    variables: APPROVAL_DATA,
  },
  APPROVAL_DECIDED: {
    ...INVOICING,
    about: 'What a user of a customer wanted above their limit was decided, or not in time.',
    variables: APPROVAL_DATA,
  },
  PORTAL_SECURITY_NOTICE: {
    ...INVOICING,
    always: true,
    about:
      'A portal user is told of a change of their sign-in or their rights; sent whether it is ' +
      'active or not.',
    variables: {
      company: COMPANY,
      user: PORTAL_USER_DATA['user'] as Variables,
      what: {
        about:
          'what changed: `new_device`, `password_changed`, `mfa_on`, `mfa_off`, ' +
          '`recovery_code_used`, `recovery_codes_renewed`, `email_changed` or `rights_changed`',
        sample: 'password_changed',
      },
      device: { about: 'what a new device says it is; may be empty', sample: '' },
    },
  },
  QUOTE_SENT: {
    ...SECRET,
    about: 'A quote is sent by e-mail, to its contact or to the address of the account.',
    variables: {
      company: COMPANY,
      account: ACCOUNT,
      quote: {
        number: { about: 'the number of the quote', sample: 'Q-000042' },
        revision: { about: 'its revision, from 1', sample: 1 },
        title: { about: 'its title; may be empty', sample: 'New till system' },
        issueDate: { about: 'the date of the quote', sample: '2026-03-01' },
        validUntil: { about: 'the last day on which it can be accepted', sample: '2026-03-31' },
        currency: { about: 'its currency', sample: 'EUR' },
        total: { about: 'its total with tax', sample: '1190.00' },
      },
      link: QUOTE_LINK,
    },
  },
  ORDER_CONFIRMED: {
    ...INVOICING,
    about: 'The confirmation of an order is sent, to its contact or to the address of the account.',
    variables: {
      company: COMPANY,
      account: ACCOUNT,
      order: {
        number: { about: 'the number of the order', sample: 'SO-000042' },
        poNumber: { about: "the customer's own order number, if any", sample: 'PO-7781' },
        title: { about: 'its title; may be empty', sample: 'New till system' },
        issueDate: { about: 'the date of the order', sample: '2026-03-01' },
        currency: { about: 'its currency', sample: 'EUR' },
        value: { about: 'what it is worth with tax', sample: '1190.00' },
      },
    },
  },
  PLAN_CHANGED: {
    ...INVOICING,
    about: 'A subscription moves to another version of its plan, to its contact or to the account.',
    variables: {
      company: COMPANY,
      account: ACCOUNT,
      plan: { name: { about: 'what the plan is called', sample: 'Team' } },
      change: {
        effectiveOn: { about: 'the first day of it', sample: '2026-05-01' },
        currency: { about: 'the currency of the subscription', sample: 'EUR' },
        before: { about: 'what a period comes to until then, net', sample: '50.00' },
        after: { about: 'what a period comes to from then on, net', sample: '60.00' },
      },
    },
  },
  WEBHOOK_DISABLED: {
    ...INVOICING,
    about: 'An outgoing webhook was switched off because it failed for days.',
    variables: {
      company: COMPANY,
      webhook: {
        url: { about: 'the address of the webhook', sample: 'https://hooks.example.com/quittance' },
        disabledReason: { about: 'why it was', sample: 'It has failed for three days.' },
        failingSince: {
          about: 'since when it has failed; may be empty',
          sample: '2026-03-28T09:15:00Z',
        },
      },
    },
  },
  DISTANCE_SALES_THRESHOLD: {
    ...INVOICING,
    about: 'Distance sales of a year have come near the threshold of the Union, or gone beyond it.',
    variables: { company: COMPANY, sales: DISTANCE_SALES_DATA },
  },
  RECORD_NOTICE: {
    ...INVOICING,
    about: 'A workflow rule sends an e-mail about a record.',
    variables: {
      company: COMPANY,
      heading: { about: 'of an approval, what it is about; else empty', sample: null },
      message: { about: 'what the rule says', sample: 'A lead has waited for three days.' },
      rule: { name: { about: 'the name of the rule', sample: 'Leads that wait' } },
      record: {
        object: { about: 'what the record is', sample: 'Lead' },
        title: { about: 'the name of the record', sample: 'Ada Moreau' },
        path: { about: 'where the record is', sample: '/leads/0190a1' },
      },
      fields: FIELDS,
    },
  },
  PORTAL_NOTICE: {
    ...INVOICING,
    about: 'A portal user is told that something has happened: about a quote, an order and so on.',
    variables: {
      ...NOTICED,
      notice: {
        title: { about: 'what has happened, without sums', sample: 'Quote Q-000042 is ready' },
        kind: { about: 'what kind of thing it is', sample: 'quote_ready' },
        url: {
          about: 'where it is in the portal',
          sample: 'https://portal.example.com/quotes/0190a1',
        },
      },
    },
  },
  PORTAL_DIGEST: {
    ...INVOICING,
    about: 'A portal user is told of several things together, daily or on Mondays.',
    variables: {
      ...NOTICED,
      digest: {
        count: { about: 'how many things there are', sample: 2 },
        text: {
          about: 'what they are, each in two lines: what has happened, and where it is',
          sample: 'Order SO-000042 is confirmed\nhttps://portal.example.com/orders/0190a1',
        },
        url: { about: 'where all of them are', sample: 'https://portal.example.com/notifications' },
      },
    },
  },
};

/** What own templates show: the record of the rule, and whom it names. */
const OWN_KIND: TemplateKind = {
  ...INVOICING,
  about: 'A workflow rule of yours sends it about a record.',
  variables: {
    ...TEMPLATE_KINDS.RECORD_NOTICE.variables,
    account: ACCOUNT,
    contact: PERSON,
    owner: PERSON,
  },
};

export function templateKind(code: EmailTemplateCode): TemplateKind {
  return isOwnTemplate(code) ? OWN_KIND : TEMPLATE_KINDS[code];
}

/**
 * The names under which the template of a code shows something; none for a code that is not known.
 */
export function offeredNames(code: string): readonly string[] {
  return isTemplateCode(code) ? Object.keys(templateKind(code).variables) : [];
}

/** What of an own template is no record, and so has the same members whatever the rule is about. */
const FIXED = ['company', 'owner', 'record', 'rule'];

/** Members of variables that have no others. The fields of a record are those of its object. */
export function fixedMembers(code: EmailTemplateCode): Readonly<Record<string, readonly string[]>> {
  const isFixed = (name: string, variable: Variable | Variables): variable is Variables =>
    !isVariable(variable) && (isOwnTemplate(code) ? FIXED.includes(name) : variable !== FIELDS);
  const groups = Object.entries(templateKind(code).variables).flatMap(([name, variable]) =>
    isFixed(name, variable) ? [[name, Object.keys(variable)] as const] : [],
  );
  return Object.fromEntries(groups);
}

/** Whether its e-mails let whoever holds them in: such are sent for their own cause alone. */
export function isSecretTemplate(code: string): boolean {
  return isTemplateCode(code) && templateKind(code).secret;
}

/** Whether a code is one of those under which companies keep templates of their own. */
export function isOwnTemplate(code: string): code is OwnTemplateCode {
  return OWN_TEMPLATE_CODE.test(code);
}

export function isProductTemplate(code: string): code is ProductTemplateCode {
  return EMAIL_TEMPLATE_CODES.some((known) => known === code);
}

export function isTemplateCode(code: string): code is EmailTemplateCode {
  return isProductTemplate(code) || isOwnTemplate(code);
}
