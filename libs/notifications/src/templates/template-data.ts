import {
  ACCOUNT,
  COMPANY,
  DAYS_OVERDUE,
  INVOICE,
  OVERDUE,
  PAYMENT_LINK,
  PORTAL_LINK,
  SECRET_LINK,
} from './variables.js';
import type { Variables } from './variables.js';

/** Of an e-mail about an invoice. */
export const INVOICE_DATA: Variables = {
  company: COMPANY,
  account: ACCOUNT,
  invoice: INVOICE,
  paymentLink: PAYMENT_LINK,
};
/** Of one that asks for what is overdue. */
export const DUNNING_DATA: Variables = { ...INVOICE_DATA, daysOverdue: DAYS_OVERDUE, ...OVERDUE };
/** Of one to somebody of the staff. */
export const USER_DATA: Variables = {
  company: COMPANY,
  user: {
    name: { about: 'the name of the user', sample: 'Ada Moreau' },
    email: { about: 'the address the user signs in with', sample: 'ada@example.com' },
  },
  link: SECRET_LINK,
};

/** Of one about what a portal user wants approved. */
export const APPROVAL_DATA: Variables = {
  company: COMPANY,
  account: ACCOUNT,
  user: {
    name: { about: 'the name of who is written to', sample: 'Cy Approver' },
    email: { about: 'the address they sign in with', sample: 'cy@example.com' },
  },
  approval: {
    subject: { about: 'what is wanted', sample: 'an order' },
    thing: { about: 'the same, in the language of who is written to', sample: 'Order' },
    status: { about: 'what has become of it', sample: 'approved' },
    number: {
      about: 'the number of the order or quote; empty of a subscription',
      sample: 'SO-000042',
    },
    requester: { about: 'who wants it', sample: 'Bo Buyer' },
    total: { about: 'what it comes to; empty for who may see no prices', sample: '1190.00' },
    currency: { about: 'its currency; empty likewise', sample: 'EUR' },
    reason: { about: 'why it was refused; may be empty', sample: 'Not this year' },
    note: {
      about: 'what who asks, or who approved it, has said; may be empty',
      sample: 'Please by Friday',
    },
    expiresOn: { about: 'the day on which it expires', sample: '2026-03-15' },
    reminder: { about: 'a word where it was asked before; else empty', sample: 'Reminder' },
    url: {
      about: 'the page of the request in the portal; empty where no application serves it',
      sample: 'https://my.contoso.example/approvals/0198f2a4',
    },
  },
};
/** Of one that lets a portal user in. */
export const PORTAL_USER_DATA: Variables = {
  company: COMPANY,
  user: {
    name: { about: 'the name of the user', sample: 'Bo Buyer' },
    email: { about: 'the address the user signs in with', sample: 'bo@contoso.example' },
  },
  account: { name: { about: 'the business the user acts for', sample: 'Contoso & Sons' } },
  link: PORTAL_LINK,
};

/** How the count of a year stands to the threshold of distance sales. */
export const DISTANCE_SALES_DATA: Variables = {
  year: { about: 'the year', sample: 2026 },
  near: { about: '`yes` where it is near the threshold; empty where it is beyond', sample: 'yes' },
  amount: {
    about: 'what it comes to; may be empty where it is beyond, as an exchange rate is missing',
    sample: '8000.00',
  },
  limit: { about: 'the threshold', sample: '10000.00' },
  currency: { about: 'the currency of both', sample: 'EUR' },
  exceededIn: {
    about: 'which year went beyond, it or the one before; empty where it is near',
    sample: null,
  },
  crossedOn: {
    about: 'the date of the document with which that year did; else empty',
    sample: null,
  },
  toSet: {
    about: '`yes` where somebody has to set the year to exceeded; else empty',
    sample: null,
  },
};

/** What every notice to a portal user begins with. */
export const NOTICED: Variables = {
  company: COMPANY,
  user: { name: { about: 'the name of the user', sample: 'Bo Buyer' } },
  account: { name: { about: 'the business the user acts for', sample: 'Contoso & Sons' } },
};

/** Somebody whom a record names. */
export const PERSON: Variables = {
  name: { about: 'the name of the person', sample: 'Ada Moreau' },
  email: { about: 'the address of the person', sample: 'ada@example.com' },
};
