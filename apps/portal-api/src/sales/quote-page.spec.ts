import { DOCUMENT_LANGUAGES } from '@quittance/company';
import { labelsOf } from '@quittance/documents/host';
import type { OpenedQuote } from '@quittance/sales/host';
import { aPrintableQuote, aPrintableQuoteLine } from '@quittance/documents/testing';
import { quotePage, type QuotePageFacts } from './quote-page.js';
import { quoteWords } from './words/quote-words.js';

type Printed = OpenedQuote['printed'];
type Line = Partial<Printed['lines'][number]>;

const line = (kind: Printed['lines'][number]['kind'], net: bigint, more: Line = {}) =>
  aPrintableQuoteLine({
    kind,
    description: `Line of ${net}`,
    quantity: '1',
    unitPrice: null,
    discountPercent: null,
    discount: 0n,
    net,
    total: 999_900n,
    ...more,
  });

/** A quote as it is told and as it is printed: of the same lines. */
function shown(over: object = {}, of: Partial<Printed> = {}): OpenedQuote {
  const lines = of.lines ?? [
    line('section', 0n, { description: 'Hardware' }),
    line('one_off', 11_900n),
    line('note', 0n),
    line('one_off', 2380n),
    line('one_off', 50_000n, { optional: true, selected: false }),
    line('section', 0n, { description: 'Software' }),
    line('one_off', 21_420n),
  ];
  const language = of.language ?? 'en';
  const printed = aPrintableQuote({ locale: 'en-GB', ...of, language, lines, number: 'Q-1' });
  const quote = { number: 'Q-1', revision: 1, status: 'sent', open: false, language };
  const told = { locale: 'en-GB', currency: 'EUR', poNumber: null, lines, ...over };
  return { quote: { ...quote, ...told }, printed, nonce: 'n' } as unknown as OpenedQuote;
}

const html = (opened: OpenedQuote, facts: Partial<QuotePageFacts> = {}) =>
  quotePage(opened, { token: 't', nonce: 'n', ...facts }).replaceAll(/[\u2066-\u2069]/g, '');
const plain = (opened: OpenedQuote) =>
  html(opened)
    .replaceAll(/<style>[^<]*<\/style>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

it('reads right line by line: a net price, what is taken off, and the net sum that is left', () => {
  const bought = { quantity: '4', unitPrice: '25.00', taxRate: '19', net: 8550n, total: 10_175n };
  const less = { discountPercent: '10', discount: 1000n, share: 450n };
  const adjustment = { kind: 'allowance', percent: null, base: null } as const;
  const lines = [
    line('one_off', 8550n, { ...bought, ...less, description: 'Desk' }),
    line('adjustment', -500n, { adjustment, description: 'Loyalty' }),
  ];
  const page = plain(shown({}, { lines }));
  expect(page).toMatch(/Desk 4 × 25\.00 , Tax 19% , Discount 10% -10\.00 , Share [a-z ]+ -4\.50/);
  expect(page).toMatch(/-4\.50 85\.50 EUR Allowance: Loyalty -5\.00 EUR/);
  expect(page).toContain('Total 107.08 EUR');
  expect(plain(shown({}, { lines, pricesIncludeTax: true }))).toMatch(/-4\.50 101\.75 EUR/);
});

it('says what the printed quote says, down to how long a discount lasts', () => {
  const discounted = { discountPercent: '10', discount: 100n, discountPeriods: 3 };
  const lines = [
    line('recurring', 900n, { ...discounted, frequency: 'monthly', description: 'Seats' }),
    line('one_off', 5000n, { description: 'Set-up' }),
  ];
  const opened = shown({}, { lines, recurring: [{ frequency: 'monthly', total: 1071n }] });
  const { seller } = opened.printed;
  const logo = 'data:image/png;base64,AA==';
  const printed = { ...opened.printed, seller: { ...seller, logo }, oneOff: 5950n };
  const page = plain({ ...opened, printed });
  const told = [
    'Hauptstraße 1',
    'Start when the order is confirmed',
    'Monthly , Discount 10% -1.00 , Discount for the first 3 periods 9.00 EUR',
    'Set-up 1 , Tax 19% , One-off 50.00 EUR',
    'One-off 59.50',
    'Due at the start 107.08',
    'VAT 19% 89.98 17.10',
  ];
  for (const words of told) expect(page).toContain(words);
  expect(html({ ...opened, printed })).toContain(`<img src="${logo}" alt="">`);
});

it('says what usage costs, each price in a line of its own, and in no sum', () => {
  const bad = '<b>Calls</b>';
  const of = { name: bad, unit: null, included: '100' } as const;
  const tiers = [
    { upTo: '500', unitPrice: '0.02' },
    { upTo: null, unitPrice: '0.01' },
  ];
  const charges = [{ ...of, model: 'graduated', tiers }] as const;
  const seats = {
    frequency: 'monthly',
    description: 'Seats',
    charges,
    usageMinimum: 2000n,
  } as const;
  const page = html(shown({}, { lines: [line('recurring', 900n, seats)] }));
  for (const words of [
    'Usage, charged beside and in no total:',
    '&lt;b&gt;Calls&lt;/b&gt;: each unit at the price of its tier; 100 included in each period',
    '– up to 500: 0.02 EUR / unit',
    '– above: 0.01 EUR / unit',
    'At least 20.00 EUR in each period, price and usage together, before tax',
  ]) {
    expect(page.replaceAll(/<\/?(?:bdi)[^>]*>/g, '')).toContain(`<small>${words}</small>`);
  }
  expect(page).not.toContain(bad);
  const bare = html(shown({}, { lines: [line('recurring', 900n, { ...seats, charges: [] })] }));
  const sumsOf = (text: string) => /<div class="totals">.*?<\/div>/s.exec(text)?.[0];
  expect(sumsOf(page)).toBe(sumsOf(bare));
});

it('shows what an option costs beside its box, and each sum at the end of its line', () => {
  const choice = { optional: true, selected: false, quantity: '2', unitPrice: '250.00' };
  const opened = shown(
    { open: true, acceptable: true },
    { lines: [line('one_off', 50_000n, choice)] },
  );
  const box = /<label class="option">(.*?)<\/label>/s.exec(html(opened))?.[1] ?? '';
  expect(box.replaceAll(/<[^>]*>/g, ' ')).toMatch(/Line of 50000\s+2 × 250\.00\s+500\.00 EUR/);
});

it.each(DOCUMENT_LANGUAGES)('escapes whatever anybody wrote, in %s', (language) => {
  const bad = '<b onclick="x">&\'';
  const lines = [
    line('section', 0n, { description: bad }),
    line('note', 0n, { description: bad }),
    line('one_off', 1n, { description: bad, unit: bad, optional: true }),
  ];
  const said = { title: bad, introduction: bad, notes: bad, terms: bad, poNumber: bad };
  const opened = shown(
    { open: true, acceptable: true, poNumber: bad },
    { ...said, lines, language },
  );
  const { buyer, seller } = opened.printed;
  const printed = {
    ...opened.printed,
    paymentTerms: bad,
    buyer: { ...buyer, name: bad, address: { ...buyer.address, line1: bad } },
    seller: { ...seller, legalName: bad, logo: `data:image/png;base64,"${bad}` },
  };
  const page = html({ ...opened, printed }, { token: bad, nonce: bad, said: bad });
  expect(page).not.toContain('<b onclick');
  expect(page).toContain(labelsOf(language).subtotal);
});

describe('a quote that awaits an approval of its seller', () => {
  const reviewed = { beingReviewed: true, signatureRequired: true };

  it.each(DOCUMENT_LANGUAGES)('says so in %s, with no form', (language) => {
    const page = html(shown(reviewed, { language }));
    expect(page).toContain(quoteWords(language).isReviewed);
    expect(page).not.toMatch(/<form|<input/);
  });

  it('can be declined and sent back where it does not wait for it, and not accepted', () => {
    const page = html(shown({ ...reviewed, open: true }));
    expect(page).toContain(quoteWords('en').isReviewed);
    const asked = [...page.matchAll(/name="action" value="([^"]*)"/g)].map(([, name]) => name);
    expect(asked).toEqual(['request-changes', 'reject']);
  });

  it('says so once, and keeps what was typed, where somebody had the form already', () => {
    const typed = new URLSearchParams({ action: 'accept', name: 'Bea "B"', poNumber: 'PO-1' });
    const said = quoteWords('en').isReviewed;
    const page = html(shown(reviewed), { said, typed });
    expect(page.split(said)).toHaveLength(2);
    expect(page).toContain('value="Bea &quot;B&quot;"');
    expect(page).toContain('value="PO-1"');
  });
});

it('asks with the order number that the quote knows, unless another was typed', () => {
  const known = shown({ open: true, acceptable: true, poNumber: 'PO-77' });
  expect(html(known)).toContain('maxlength="100" value="PO-77"');
  const typed = new URLSearchParams({ action: 'accept', poNumber: '' });
  expect(html(known, { typed })).not.toContain('PO-77');
});

it('sums a section as its lines are shown: without tax, and what is chosen alone', () => {
  const sums = [...html(shown()).matchAll(/<h2 dir="auto">(.*?)<\/h2><span.*?>([\d.]+) EUR</g)];
  expect(sums.map(([, name, sum]) => [name, sum])).toEqual([
    ['Hardware', '142.80'],
    ['Software', '214.20'],
  ]);
});
