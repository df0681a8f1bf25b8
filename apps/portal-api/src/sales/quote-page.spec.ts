import type { PublicQuote } from '@quittance/sales/host';
import { quotePage } from './quote-page.js';

const line = (kind: string, total: string, more: object = {}) => ({
  kind,
  description: `Line of ${total}`,
  quantity: '1',
  unit: null,
  unitPrice: null,
  frequency: null,
  optional: false,
  selected: true,
  net: '1.00',
  total,
  sectionTotal: kind === 'section' ? '2.00' : null,
  ...more,
});

const none = { net: '0.00', tax: '0.00', gross: '357.00' };
const quote = {
  number: 'Q-1',
  revision: 1,
  status: 'sent',
  open: false,
  language: 'en',
  locale: 'en-GB',
  currency: 'EUR',
  issueDate: '2026-01-01',
  validUntil: '2026-02-01',
  seller: { name: 'Acme' },
  billTo: { name: 'Bea' },
  subtotal: '300.00',
  taxTotal: '57.00',
  total: '357.00',
  deposit: null,
  figures: { recurring: {}, withOptions: none },
  lines: [
    line('section', '0.00', { description: 'Hardware' }),
    line('one_off', '119.00'),
    line('note', '0.00'),
    line('one_off', '23.80'),
    line('one_off', '500.00', { optional: true, selected: false }),
    line('section', '0.00', { description: 'Software' }),
    line('one_off', '214.20'),
  ],
} as unknown as PublicQuote;

it('sums a section as its lines are shown: with tax, and what is chosen alone', () => {
  const page = quotePage(quote, { token: 't', nonce: 'n' }).replaceAll(/[\u2066-\u2069]/g, '');
  const sums = [...page.matchAll(/<h2 dir="auto">(.*?)<\/h2><span>.*?([\d.]+).*?<\/span>/g)];
  expect(sums.map(([, name, sum]) => [name, sum])).toEqual([
    ['Hardware', '142.80'],
    ['Software', '214.20'],
  ]);
});
