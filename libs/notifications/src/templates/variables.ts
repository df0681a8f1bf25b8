/** One value that a template may show, or a group of them. */
export interface Variable {
  readonly about: string;
  readonly sample: Sample;
}
type Plain = string | number | null;
/** A list is shown with items of its own. */
export type Sample = Plain | readonly Readonly<Record<string, Plain>>[];
export interface Variables {
  readonly [name: string]: Variable | Variables;
}

/** A variable as the API lists it: `{{ invoice.number }}`. */
export interface OfferedVariable {
  readonly name: string;
  readonly about: string;
  readonly sample: Sample;
}

export const COMPANY: Variables = {
  name: { about: 'the name customers know your company by', sample: 'Northwind' },
  legalName: { about: 'its legal name', sample: 'Northwind Trading GmbH' },
  replyTo: { about: 'where answers to your e-mails go', sample: 'billing@northwind.example' },
  logo: {
    about: 'the address of its logo, for a picture; empty without one',
    sample: null,
  },
};
export const ACCOUNT: Variables = {
  name: { about: 'the name of the customer', sample: 'Contoso & Sons' },
};
export const INVOICE: Variables = {
  number: { about: 'the number of the invoice', sample: 'INV-000042' },
  issueDate: { about: 'the date of the invoice', sample: '2026-03-01' },
  dueDate: { about: 'the day it is due', sample: '2026-03-31' },
  currency: { about: 'its currency', sample: 'EUR' },
  total: { about: 'its total with tax', sample: '1190.00' },
  paidAmount: { about: 'what is settled already', sample: '0.00' },
  balance: { about: 'what is still to be paid', sample: '1190.00' },
  poNumber: { about: "the customer's own order number, if any", sample: 'PO-7781' },
};
export const PAYMENT_LINK: Variable = {
  about: 'where the invoice can be paid online; empty when there is no such place',
  sample: 'https://portal.example.com/pay/0190a1',
};
/** What a letter says of all that is overdue. */
export const OVERDUE: Variables = {
  invoiceCount: { about: 'how many invoices it asks for', sample: 2 },
  invoices: {
    about:
      'each of them, those due first: number, issueDate, dueDate, daysOverdue, currency, total, ' +
      'balance (what is asked for); a text that does not name this is sent for each invoice',
    sample: [
      {
        number: 'INV-000042',
        issueDate: '2026-03-01',
        dueDate: '2026-03-31',
        daysOverdue: 7,
        currency: 'EUR',
        total: '1190.00',
        balance: '1190.00',
      },
      {
        number: 'INV-000047',
        issueDate: '2026-03-03',
        dueDate: '2026-04-02',
        daysOverdue: 5,
        currency: 'EUR',
        total: '238.00',
        balance: '138.00',
      },
      {
        number: 'INV-000051',
        issueDate: '2026-04-07',
        dueDate: '2026-05-07',
        daysOverdue: 0,
        currency: 'EUR',
        total: '5.00',
        balance: '5.00',
      },
    ],
  },
  furtherInvoices: { about: 'how many of them are not listed, where they are many', sample: 0 },
  totals: {
    about: 'for each currency: currency, count, balance and, if it can be paid, paymentLink',
    sample: [
      {
        currency: 'EUR',
        count: 3,
        balance: '1333.00',
        paymentLink: 'https://portal.example.com/pay/0190a1',
      },
    ],
  },
  disputed: {
    about: 'what the customer objects to, which is not asked for: number, currency, amount',
    sample: [{ number: 'INV-000047', currency: 'EUR', amount: '100.00' }],
  },
  unsent: {
    about: 'those it asks for that were not sent before, which it encloses: number',
    sample: [{ number: 'INV-000042' }],
  },
  fees: {
    about:
      'what the letter asks for being late, by invoices of their own: number (of the late one), ' +
      'currency, amount (before tax), plusTax (`yes` where tax comes on top; else empty) and ' +
      'invoice (the number of the one that asks; it is among `invoices` and `totals`)',
    sample: [
      {
        number: 'INV-000042',
        currency: 'EUR',
        amount: '5.00',
        plusTax: null,
        invoice: 'INV-000051',
      },
    ],
  },
  canPay: { about: '`yes` where it can be paid online; else empty', sample: 'yes' },
};
export const DAYS_OVERDUE: Variable = { about: 'days since the due date', sample: 7 };
export const SECRET_LINK: Variable = {
  about: 'where the password is set; works once and only for a while',
  sample: 'https://staff.example.com/auth/password/set#token=sample',
};

export const PORTAL_LINK: Variable = {
  about: 'where the password of the portal is set; works once and only for a while',
  sample: 'https://portal.example.com/portal/password#token=sample',
};

export const QUOTE_LINK: Variable = {
  about: 'where the quote is read and answered, as long as it is valid',
  sample: 'https://portal.example.com/q/sample',
};

/** Every variable with its full name, in the order of the catalogue. */
export function offered(variables: Variables, prefix = ''): OfferedVariable[] {
  return Object.entries(variables).flatMap(([key, entry]) =>
    isVariable(entry) ? [{ name: prefix + key, ...entry }] : offered(entry, `${prefix}${key}.`),
  );
}

/** Every field of the record that a rule is about. */
export const FIELDS: Variables = {
  id: { about: 'any field of the record, by its API name', sample: '0190a1' },
  name: { about: 'the name of the record, where it has such a field', sample: 'Ada Moreau' },
};

/** The sample value of every variable, in the shape a template sees. */
export function sampleData(variables: Variables): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(variables).map(([key, entry]) => [
      key,
      isVariable(entry) ? entry.sample : sampleData(entry),
    ]),
  );
}

export function isVariable(entry: Variable | Variables): entry is Variable {
  return typeof entry.about === 'string';
}
