import { DOCUMENT_LANGUAGES } from '@quittance/company';
import type { PublicQuote } from '@quittance/sales/host';
import { quotePage, type QuotePageFacts } from './quote-page.js';
import { quoteWords } from './words/quote-words.js';

const line = (kind: string, total: string, more: object = {}) => ({
  kind,
  description: `Line of ${total}`,
  quantity: '1',
  unit: null,
  unitPrice: null,
  frequency: null,
  optional: false,
  selected: true,
  net: total,
  total: '9999.00',
  discount: null,
  discountAmount: '0.00',
  share: '0.00',
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

const plain = (over: object, facts: Partial<QuotePageFacts> = {}) =>
  quotePage({ ...quote, ...over }, { token: 't', nonce: 'n', ...facts })
    .replaceAll(/[\u2066-\u2069]/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

it('reads right line by line: a net price, what is taken off, and the net sum that is left', () => {
  const bought = { quantity: '4', unitPrice: '25.00', net: '85.50', total: '101.75' };
  const less = { discount: { percent: '10' }, discountAmount: '10.00', share: '4.50' };
  const lines = [
    line('one_off', '85.50', { ...bought, ...less, description: 'Desk' }),
    line('adjustment', '-5.00', { adjustment: 'allowance', description: 'Loyalty' }),
  ];
  const page = plain({ lines });
  expect(page).toMatch(/Desk 4 × 25\.00 , Discount 10% -10\.00, Share [a-z ]+ -4\.50 85\.50 EUR/);
  expect(page).toContain('Allowance: Loyalty -5.00 EUR');
  expect(page).toContain('Total 357.00 EUR');
  expect(plain({ lines, pricesIncludeTax: true })).toMatch(/-4\.50 101\.75 EUR/);
});

describe('a quote that awaits an approval of its seller', () => {
  const reviewed = { beingReviewed: true, signatureRequired: true, poNumber: null };

  it.each(DOCUMENT_LANGUAGES)('says so in %s, with no form', (language) => {
    const page = quotePage({ ...quote, ...reviewed, language }, { token: 't', nonce: 'n' });
    expect(page).toContain(quoteWords(language).isReviewed);
    expect(page).not.toMatch(/<form|<input/);
  });

  it('says so once, and keeps what was typed, where somebody had the form already', () => {
    const typed = new URLSearchParams({ action: 'accept', name: 'Bea "B"', poNumber: 'PO-1' });
    const said = quoteWords('en').isReviewed;
    const page = quotePage({ ...quote, ...reviewed }, { token: 't', nonce: 'n', said, typed });
    expect(page.split(said)).toHaveLength(2);
    expect(page).toContain('value="Bea &quot;B&quot;"');
    expect(page).toContain('value="PO-1"');
  });
});

it('asks with the order number that the quote knows, unless another was typed', () => {
  const known = { ...quote, open: true, poNumber: 'PO-77' };
  expect(quotePage(known, { token: 't', nonce: 'n' })).toContain('maxlength="100" value="PO-77"');
  const typed = new URLSearchParams({ action: 'accept', poNumber: '' });
  expect(quotePage(known, { token: 't', nonce: 'n', typed })).not.toContain('PO-77');
});

it('sums a section as its lines are shown: without tax, and what is chosen alone', () => {
  const page = quotePage(quote, { token: 't', nonce: 'n' }).replaceAll(/[\u2066-\u2069]/g, '');
  const sums = [...page.matchAll(/<h2 dir="auto">(.*?)<\/h2><span>.*?([\d.]+).*?<\/span>/g)];
  expect(sums.map(([, name, sum]) => [name, sum])).toEqual([
    ['Hardware', '142.80'],
    ['Software', '214.20'],
  ]);
});
