import type { PortalRight, PortalUserId } from '../actors/portal-actor.js';
import { faultsOfChoice, NOTICE_CATEGORY_RULES, usualChoice } from './notice-category.js';
import {
  NOTICE_KIND_NAMES,
  NOTICE_KINDS,
  noticeKindRules,
  type NoticeKind,
} from './notice-kind.js';
import { noticeRecipients, type NoticeCandidate } from './notice-recipients.js';

const ALL: readonly PortalRight[] = [
  'createQuotes',
  'seePricing',
  'seeAllQuotes',
  'approveQuotes',
  'placeOrders',
  'viewOrders',
  'viewInvoices',
];

const who = (more: Partial<NoticeCandidate> = {}): NoticeCandidate => ({
  userId: 'u' as PortalUserId,
  role: 'Buyer',
  rights: new Set(ALL),
  reached: true,
  own: false,
  named: false,
  decides: false,
  actor: false,
  choice: undefined,
  ...more,
});
const isTold = (kind: NoticeKind, candidate: NoticeCandidate) =>
  noticeRecipients(kind, [candidate]).length === 1;
const asked = (kind: NoticeKind) => ({
  choice: { ...usualChoice(noticeKindRules(kind).category), colleagues: true },
});

/** Of the table: who is told, by which right besides, and who of those who asked. */
const TABLE: Readonly<
  Record<
    NoticeKind,
    {
      to: 'own' | 'named' | 'partner' | 'admins' | 'deciders';
      needs?: PortalRight;
      by?: PortalRight;
    }
  >
> = {
  quote_ready: { to: 'own', by: 'approveQuotes' },
  quote_revised: { to: 'own', by: 'approveQuotes' },
  quote_expiring: { to: 'own', by: 'approveQuotes' },
  order_confirmed: { to: 'own', needs: 'viewOrders' },
  order_shipped: { to: 'own', needs: 'viewOrders' },
  order_delayed: { to: 'own', needs: 'viewOrders' },
  order_cancelled: { to: 'own', needs: 'viewOrders' },
  approval_asked: { to: 'deciders', needs: 'approveQuotes' },
  approval_approved: { to: 'named' },
  approval_rejected: { to: 'named' },
  approval_expired: { to: 'named' },
  invoice_sent: { to: 'own', needs: 'viewInvoices', by: 'viewInvoices' },
  invoice_due: { to: 'own', needs: 'viewInvoices', by: 'viewInvoices' },
  payment_received: { to: 'own', needs: 'viewInvoices', by: 'viewInvoices' },
  payment_failed: { to: 'own', needs: 'viewInvoices', by: 'viewInvoices' },
  money_received: { to: 'own', needs: 'viewInvoices', by: 'viewInvoices' },
  money_failed: { to: 'own', needs: 'viewInvoices', by: 'viewInvoices' },
  dispute_answered: { to: 'own', needs: 'viewInvoices' },
  dispute_resolved: { to: 'own', needs: 'viewInvoices' },
  case_answered: { to: 'own' },
  case_resolved: { to: 'own' },
  subscription_ending: { to: 'own' },
  contract_ending: { to: 'own' },
  document_shared: { to: 'own' },
  registration_returned: { to: 'partner' },
  registration_approved: { to: 'partner' },
  registration_rejected: { to: 'partner' },
  registration_extended: { to: 'partner' },
  registration_expiring: { to: 'partner' },
  registration_expired: { to: 'partner' },
  statement_ready: { to: 'admins', needs: 'viewInvoices' },
  bank_details_sent: { to: 'partner' },
  bank_details_approved: { to: 'partner' },
  bank_details_rejected: { to: 'partner' },
  rights_changed: { to: 'named' },
  security_changed: { to: 'named' },
};

const rows = NOTICE_KIND_NAMES.map((kind) => ({ kind, ...TABLE[kind] }));
const meant = ({ to }: (typeof rows)[number]): Partial<NoticeCandidate> => {
  if (to === 'own') return { own: true };
  if (to === 'deciders') return { decides: true };
  return to === 'admins' ? { role: 'Admin' } : { named: true };
};

describe.each(rows)('$kind', (row) => {
  const { kind, to, needs, by } = row;

  test('is told to whom the table says, and to nobody else', () => {
    expect(isTold(kind, who(meant(row)))).toBe(true);
    expect(isTold(kind, who())).toBe(false);
    expect(isTold(kind, who({ role: 'Admin' }))).toBe(to === 'admins' || to === 'partner');
    expect(isTold(kind, who({ own: true }))).toBe(to === 'own');
    expect(isTold(kind, who({ named: true }))).toBe(to === 'named' || to === 'partner');
    expect(isTold(kind, who({ decides: true }))).toBe(to === 'deciders');
  });

  test('is told to nobody beyond reach, without the right, or of their own doing', () => {
    expect(isTold(kind, who({ ...meant(row), reached: false }))).toBe(false);
    expect(isTold(kind, who({ ...meant(row), actor: true }))).toBe(false);
    const rights = new Set(ALL.filter((right) => right !== needs));
    expect(isTold(kind, who({ ...meant(row), rights }))).toBe(needs === undefined);
  });

  test('is told of colleagues to those who asked and have the right to it', () => {
    expect(isTold(kind, who(asked(kind)))).toBe(by !== undefined);
    const rights = new Set(ALL.filter((right) => right !== by));
    expect(isTold(kind, who({ ...asked(kind), rights }))).toBe(false);
    expect(isTold(kind, who({ ...asked(kind), reached: false }))).toBe(false);
  });
});

test('a statement of commissions is told to those alone who may open it', () => {
  const rights = new Set(ALL.filter((right) => right !== 'seePricing'));
  expect(isTold('statement_ready', who({ role: 'Admin', rights }))).toBe(false);
});

/** App, mail, push; whether e-mails may wait. */
const WAYS: Readonly<Record<string, readonly [string, boolean]>> = {
  quotes: ['● ● ●', false],
  orders: ['● ● ○', true],
  approvals: ['● ● ●', false],
  invoices: ['● ● ○', true],
  answers: ['● ● ●', false],
  agreements: ['● ● ○', true],
  registrations: ['● ● ○', true],
  security: ['● ● –', false],
};

test('goes by the ways of the table', () => {
  const sign = (way: boolean | null) => (way === null ? '–' : way ? '●' : '○');
  const found = Object.entries(NOTICE_CATEGORY_RULES).map(([name, { usual, gathers }]) => [
    name,
    [[usual.app, usual.mail, usual.push].map(sign).join(' '), gathers],
  ]);
  expect(Object.fromEntries(found)).toEqual(WAYS);
});

test('never gathers what failed or was decided', () => {
  const kinds = Object.entries(NOTICE_KINDS).filter(([, rules]) => 'gathers' in rules);
  expect(kinds.map(([kind]) => kind)).toEqual([
    'payment_failed',
    'money_failed',
    'registration_returned',
    'registration_approved',
    'registration_rejected',
    'registration_extended',
  ]);
});

test('tells nobody who has switched every way off, but of security', () => {
  const off = (category: 'orders' | 'security') => ({
    choice: { category, app: false, mail: false, push: false, colleagues: false },
  });
  expect(isTold('order_shipped', who({ own: true, ...off('orders') }))).toBe(false);
  expect(isTold('rights_changed', who({ named: true, ...off('security') }))).toBe(true);
});

test('lets nobody choose what there is not, or switch security off', () => {
  const choice = (category: 'orders' | 'security', more: object) => ({
    ...usualChoice(category),
    ...more,
  });
  expect(faultsOfChoice(choice('security', { mail: false }))).toEqual(['mail']);
  expect(faultsOfChoice(choice('security', { push: true }))).toEqual(['push']);
  expect(faultsOfChoice(choice('orders', { push: true, app: false }))).toEqual([]);
  expect(faultsOfChoice(choice('orders', { colleagues: true }))).toEqual(['colleagues']);
});
