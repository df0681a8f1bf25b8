/** An operation on a record: its route below the record, and a body that is taken. */
export type Operation = readonly [method: string, suffix: string, body?: object];

/** The record, and what would change it or take it anywhere. */
export interface HeldObject {
  readonly path: string;
  readonly all: readonly Operation[];
}

const NOTED = { notes: 'Otherwise' };
const LINE = { description: 'Goods', unitPrice: '1' };
const GOODS = { ...LINE, quantity: '1' };
/** Why somebody refuses it. */
export const NO = { reason: 'No' };
const ONE_LINE = '/lines/:lineId';
const REGISTERED = {
  irn: 'f'.repeat(64),
  ackNumber: '1120',
  ackDate: '2026-03-02',
  signedQr: 'eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmVk',
};
const PLAIN: readonly Operation[] = [['DELETE', '']];
const changed = (body: object): Operation => ['PATCH', '', body];
const BODILESS = new Set(['return', 'cancel']);
const posts = (...suffixes: readonly string[]): readonly Operation[] =>
  suffixes.map((suffix) =>
    BODILESS.has(suffix) ? ['POST', `/${suffix}`] : ['POST', `/${suffix}`, {}],
  );

/** The records of the engine. */
const RECORDS: Readonly<Record<string, HeldObject>> = {
  lead: { path: '/leads', all: [changed({ name: 'B' }), ...PLAIN, ...posts('convert')] },
  account: { path: '/accounts', all: [changed({ name: 'B' })] },
  contact: { path: '/contacts', all: [changed({ lastName: 'B' }), ...PLAIN] },
  deal: {
    path: '/deals',
    all: [
      changed({ name: 'B' }),
      ...PLAIN,
      ...posts('close-won'),
      ['POST', '/close-lost', { lossReason: 'Price' }],
    ],
  },
  case: { path: '/cases', all: [changed({ subject: 'B' }), ...PLAIN, ...posts('open')] },
  task: { path: '/tasks', all: [changed({ subject: 'B' }), ...PLAIN, ...posts('complete')] },
  activity: { path: '/activities', all: [...PLAIN] },
  campaign: { path: '/campaigns', all: [changed({ name: 'B' }), ...PLAIN] },
  asset: { path: '/assets', all: [changed({ name: 'B' }), ...PLAIN] },
  product: { path: '/products', all: [changed({ name: 'B' }), ...PLAIN] },
  contract: { path: '/contracts', all: [...posts('activate')] },
};

const NOBODY = '00000000-0000-7000-8000-000000000000';

/** What is agreed for a term: written by its operations as documents are. */
const SUBSCRIPTION: HeldObject = {
  path: '/subscriptions',
  all: [
    changed({ poNumber: 'Otherwise' }),
    ['POST', '/change', { items: [{ planId: NOBODY, quantity: '9' }] }],
    ['DELETE', '/change'],
    ...posts('activate', 'keep', 'suspend', 'resume', 'reactivate', 'pause'),
    ['POST', '/extend-trial', { trialEnd: '2099-01-01' }],
    ['POST', '/cancel', { at: 'period_end', ...NO }],
  ],
};

/** Documents, which operations of their own write: every one that their routes offer. */
export const DOCUMENTS: Readonly<Record<string, HeldObject>> = {
  quote: {
    path: '/quotes',
    all: [
      changed({ title: 'Otherwise' }),
      ['POST', '/lines', GOODS],
      ['PATCH', ONE_LINE, { description: 'Other goods' }],
      ['DELETE', ONE_LINE],
      ...posts('reprice', 'submit', 'approve', 'revise', 'send', 'share', 'convert'),
      ['POST', '/return', { note: 'No' }],
      ['POST', '/cancel', NO],
      ['POST', '/accept', { name: 'Nora', evidence: 'By phone' }],
      ['POST', '/reject', NO],
      ['POST', '/request-changes', { name: 'Nora', message: 'Less' }],
    ],
  },
  'sales-order': {
    path: '/sales-orders',
    all: [
      changed(NOTED),
      ['POST', '/lines', { ...LINE, ordered: '1', taxRate: '19' }],
      ['PATCH', ONE_LINE, { description: 'Other goods' }],
      ['DELETE', ONE_LINE],
      ['POST', `${ONE_LINE}/reach`, { name: 'Launch' }],
      ...posts('place', 'confirm', 'close', 'start-production', 'ship', 'deliver', 'invoice'),
      ['POST', '/deposit', { percent: '10' }],
      ['POST', '/send'],
      ['POST', '/cancel', NO],
      ['POST', '/close-short', NO],
      ['POST', '/return', { ...NO, lines: [] }],
      ['POST', '/amend', { ...NO, lines: [] }],
    ],
  },
  invoice: {
    path: '/invoices',
    all: [
      changed(NOTED),
      ['POST', '/lines', GOODS],
      ['PATCH', ONE_LINE, { description: 'Other goods' }],
      ['DELETE', ONE_LINE],
      ...posts('recalculate-tax', 'submit', 'send', 'resend', 'return', 'cancel'),
      ...posts('dispute/review', 'resolve'),
      ['PUT', '/irn', REGISTERED],
      ['POST', '/irn/cancel', NO],
      ['POST', '/void', NO],
      ['POST', '/write-off', NO],
      ['POST', '/undo-write-off', NO],
      ['POST', '/dispute', NO],
      ['POST', '/payments', { amount: '1.00', method: 'cash' }],
      ...posts('deduct-deposits'),
    ],
  },
  subscription: SUBSCRIPTION,
};

/** What goes on with a document that awaits approval, and why. */
export const NOT_HELD: Readonly<Record<string, string>> = {
  'POST /quotes/:id/clone': 'reads it and makes another',
  'POST /sales-orders/:id/clone': 'reads it and makes another',
  'POST /invoices/:id/clone': 'reads it and makes another',
  'POST /subscriptions/:id/preview-change': 'tells what it would do, and changes nothing',
  'POST /subscriptions/:id/usage': 'what was used was used, whatever is decided',
  'DELETE /quotes/:id/share': 'who closes a link waits for nobody',
  'POST /invoices/:id/refresh-usage': 'adds its lines as `/lines` does, behind its schedule',
  'POST /invoices/:id/dispute/messages': 'says something about it, and changes nothing',
  'POST /quotes/:id/documents': 'files lie beside it',
  'POST /sales-orders/:id/documents': 'files lie beside it',
  'POST /invoices/:id/documents': 'files lie beside it',
};

export const HELD_OBJECTS: Readonly<Record<string, HeldObject>> = { ...RECORDS, ...DOCUMENTS };
