import { NOTICE_KIND_NAMES } from './notice-kind.js';
import { noticeLanguage, noticePath, noticeTitle, pageAt } from './notice-text.js';
import words from './notice-words.json';

const FACTS = {
  number: 'Q-000042',
  name: 'Fifty tills',
  fileName: 'offer.pdf',
  dueDate: '2026-03-31',
  validUntil: '2026-03-31',
  until: '2026-03-31',
  endsOn: '2026-03-31',
  month: '2026-03',
};

describe.each(Object.entries(words.sentences))('%s', (language, sentences) => {
  test('has a sentence for everything, and fills it', () => {
    expect(Object.keys(sentences)).toEqual(NOTICE_KIND_NAMES);
    for (const kind of NOTICE_KIND_NAMES) {
      expect(noticeTitle(kind, FACTS, language)).not.toMatch(/[{}]|2026-03/);
    }
  });

  test('says the same facts as English', () => {
    const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
    for (const kind of NOTICE_KIND_NAMES) {
      expect([kind, names(sentences[kind])]).toEqual([kind, names(words.sentences.en[kind])]);
    }
  });
});

test('is in English where there are no words', () => {
  expect(noticeLanguage('de-AT')).toBe('de');
  expect(noticeLanguage('xx')).toBe('en');
  expect(noticeTitle('invoice_due', FACTS, 'sv')).toBe('Invoice Q-000042 is due on March 31, 2026');
  expect(noticeTitle('invoice_due', FACTS, 'en-GB')).toMatch(/31 March 2026$/);
});

test('leads to the page of the record, in the portal of its directory', () => {
  expect(noticePath('customer', 'sales-order', '1')).toBe('/orders/1');
  expect(noticePath('partner', 'deal-registration', '1')).toBe('/partner/deals/1');
  expect(noticePath('vendor', 'portal-user', '1')).toBe('/vendor/profile');
});

it('leads to a page of the application, and nowhere without one', () => {
  expect(pageAt('https://my.example/shop/', '/orders/1')).toBe('https://my.example/shop/orders/1');
  expect(pageAt(null, '/orders/1')).toBeNull();
});
