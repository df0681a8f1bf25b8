import { renderTemplate } from '../rendering/render-template.js';
import { templateKind, type EmailTemplateCode } from './catalogue.js';
import { defaultTemplate, inLanguage } from './default-templates.js';
import { LOGO } from './email-layout.js';
import translated from './translated-wordings.json';
import { sampleData } from './variables.js';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'ja', 'hi', 'ar', 'he'];
/** What customers get of their own accord. */
const LETTERS = [
  'INVOICE_SENT',
  'DUNNING_PAYMENT_RETRY',
  'DUNNING_REMINDER',
  'DUNNING_WARNING',
] as const;

function shown(code: EmailTemplateCode, language: string, data: object = {}) {
  const samples = sampleData(templateKind(code).variables) as { company: object };
  const company = { ...samples.company, logo: LOGO };
  const template = inLanguage(defaultTemplate(code), language);
  return renderTemplate(template, { ...samples, company, ...data }, language);
}

describe('letters to customers', () => {
  it.each(LANGUAGES)('say in %s what is owed, by when, and where it is paid', (language) => {
    for (const code of LETTERS) {
      const { subject, html, text } = shown(code, language);
      expect(subject).not.toMatch(/[{}]/);
      for (const part of [html, text]) {
        expect(part).not.toMatch(/\{[{%]|undefined|\[object/);
        expect(part).toContain('INV-000042');
        expect(part).toContain('https://portal.example.com/pay/0190a1');
        // Figures are 0 to 9 in every language.
        expect(part).not.toMatch(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/);
      }
      expect(html).toContain(`src="${LOGO}"`);
      expect(html).toContain('<meta name="color-scheme" content="light dark">');
      expect(html.includes('dir="rtl"')).toBe(['ar', 'he'].includes(language));
    }
  });

  it.each(LANGUAGES)('say of an invoice in their text in %s what the table does', (language) => {
    const { html, text } = shown('INVOICE_SENT', language);
    const cells = [...html.matchAll(/<td[^>]*>(?:<strong>)?([^<]*)/g)].map(([, cell = '']) => cell);
    expect(cells).toHaveLength(10);
    for (let i = 0; i < cells.length; i += 2) {
      const said = text.split('\n').filter((line) => line.startsWith(cells[i] ?? '-'));
      expect(said.join('\n')).toContain(cells[i + 1]);
    }
  });

  it('are one wording for one invoice and another for several', () => {
    expect(shown('DUNNING_REMINDER', 'de').subject).toBe(
      'Zahlungserinnerung: 2 Rechnungen sind überfällig',
    );
    expect(shown('DUNNING_REMINDER', 'de', { invoiceCount: 1 }).subject).toBe(
      'Zahlungserinnerung: Rechnung INV-000042 ist überfällig',
    );
  });

  it('are set as their language sets them: a space before French colons, Arabic commas', () => {
    for (const code of [...LETTERS, 'PLAN_CHANGED', 'QUOTE_SENT', 'ORDER_CONFIRMED'] as const) {
      const french = shown(code, 'fr');
      expect(french.subject + french.text).not.toMatch(/[^\u00a0]: /);
      expect(shown(code, 'ar').text).not.toContain(', ');
    }
    expect(shown('DUNNING_REMINDER', 'fr').text).toContain('Total à payer\u00a0: ');
    expect(shown('DUNNING_REMINDER', 'fr').html).toContain('non réclamé ici\u00a0: ');
  });

  it('show no picture where the company has none, and no button without a place to pay', () => {
    const bare = { company: { name: 'A', legalName: 'A' }, paymentLink: null, totals: [] };
    const { html } = shown('DUNNING_REMINDER', 'en', bare);
    expect(html).not.toMatch(/<img|<a /);
  });

  it('load nothing from anywhere', () => {
    for (const code of LETTERS) {
      const { html } = shown(code, 'en');
      expect(html.match(/(?:src|url|background|@import)\s*[=(]\s*["']?(?!cid:)\w+:/g)).toBeNull();
    }
  });

  it.each([
    ['DUNNING_REMINDER', 'en'],
    ['DUNNING_WARNING', 'ar'],
    ['INVOICE_SENT', 'de'],
  ] as const)('look as %s in %s did', async (code, language) => {
    const { subject, html, text } = shown(code, language);
    const name = `__snapshots__/${code.toLowerCase()}-${language}.html.snap`;
    await expect(`<!-- ${subject}\n\n${text}-->\n${html}`).toMatchFileSnapshot(name);
  });
});

it('every e-mail that has a word in one other language has it in all', () => {
  const others = LANGUAGES.filter((language) => language !== 'en').toSorted();
  for (const [code, wordings] of Object.entries(translated.templates)) {
    expect([code, Object.keys(wordings).toSorted()]).toEqual([code, others]);
  }
});

it.each(LANGUAGES)('administrators are told in %s how distance sales stand', (language) => {
  const sales = { year: 2031, exceededIn: 2030, currency: 'EUR', limit: '10000.00' };
  const of = (more: object) => {
    const said = { ...sales, near: null, toSet: null, amount: null, ...more };
    const { subject, text } = shown('DISTANCE_SALES_THRESHOLD', language, { sales: said });
    expect(subject + text).not.toMatch(/[{}]|undefined|\[object/);
    expect(subject).toContain('2031');
    return subject + text;
  };
  const [near, beyond] = [of({ near: 'yes', amount: '8765.43' }), of({})];
  expect(near).toMatch(/8.?765.43/);
  expect(near).not.toContain('2030');
  expect(beyond).toContain('2030');
  expect(of({ toSet: 'yes' }).length).toBeGreaterThan(beyond.length);
  expect((near + beyond).includes(', ') && language === 'ar').toBe(false);
});

/** What users of the portals get, with what each leads to. */
const OF_PORTALS = {
  PORTAL_USER_INVITED: {},
  PORTAL_PASSWORD_RESET: {},
  PORTAL_SECURITY_NOTICE: {},
  APPROVAL_ASKED: { approval: { number: 'SO-7', expiresOn: '2026-03-15', url: null } },
  APPROVAL_DECIDED: { approval: { number: 'SO-7', status: 'expired', url: null } },
  PORTAL_NOTICE: { notice: { title: 'SO-7', url: null } },
  PORTAL_DIGEST: { digest: { text: 'SO-7', url: null } },
} as const;

describe.each(LANGUAGES)('letters to users of the portals in %s', (language) => {
  const codes = Object.keys(OF_PORTALS) as (keyof typeof OF_PORTALS)[];

  it.each(codes)('%s is whole, and without a page has no button', (code) => {
    const { subject, html, text } = shown(code, language);
    expect(subject + text).not.toMatch(/[{}]|undefined|\[object/);
    expect(text.split('\n\n-- \n')[0]).toMatch(/\S$/);
    const bare = shown(code, language, OF_PORTALS[code]);
    const leads = 'url' in (Object.values(OF_PORTALS[code])[0] ?? {});
    const buttons = (of: string) => (leads ? of.split('<a ').length - 1 : 0);
    expect([buttons(html), buttons(bare.html)]).toEqual(leads ? [1, 0] : [0, 0]);
    expect(bare.text).not.toMatch(/[:\uff1a]\s*\n\n-- \n/);
  });
});
