import { DOCUMENT_LANGUAGES } from '@quittance/company';
import { parseLocalDate } from '@quittance/calendar';
import { CURRENCIES, formatMinor } from '@quittance/money';
import fc from 'fast-check';
import { runs } from '../../../../test/support/tier.js';
import { labelsOf } from '../labels/labels.js';
import {
  aPrintableInvoice,
  aPrintableLine,
  aSeller,
  manyLines,
} from '../testing/a-printable-invoice.js';
import { figures, withoutIsolates } from './figures.js';
import { layOut } from './lay-out.js';
import type { PrintableInvoice, PrintableLine } from './printable-document.js';

describe('figures', () => {
  it('are every digit of the amount, in every language and currency', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }),
        fc.constantFrom(...CURRENCIES),
        fc.constantFrom(...DOCUMENT_LANGUAGES),
        (minor, currency, language) => {
          const text = figures({ language, locale: language }, currency).amount(minor);
          const digits = text.replace(/\D/g, '');
          expect(digits).toBe(formatMinor(minor, currency).replace(/\D/g, ''));
          expect(/^[-\u2212]/.test(text)).toBe(minor < 0n);
        },
      ),
      { numRuns: runs(500) },
    );
  });

  it('are written as the company writes them where that is its language', () => {
    const swiss = figures({ language: 'de', locale: 'de-CH' }, 'CHF');
    expect(swiss.amount(123_456_789n)).toMatch(/^1['’]234['’]567\.89$/);
    const german = figures({ language: 'de', locale: 'en-US' }, 'EUR');
    expect(german.amount(123_456_789n)).toBe('1.234.567,89');
    expect(german.percent('19.5')).toBe('19,5\u00a0%');
    expect(figures({ language: 'hi', locale: 'hi-IN' }, 'INR').amount(12_345_678_900n)).toBe(
      '12,34,56,789.00',
    );
  });

  it('know days and not hours', () => {
    const write = figures({ language: 'en', locale: 'en-GB' }, 'EUR');
    expect(write.date('2026-03-01' as never)).toBe('1 Mar 2026');
    expect(write.date('0001-01-01' as never)).toContain('Jan');
    const french = figures({ language: 'fr', locale: 'fr-FR' }, 'EUR');
    const days = ['2026-10-01', '2026-10-02', '2026-10-11'].map((day) => french.date(day as never));
    expect(days).toEqual(['1er oct. 2026', '2 oct. 2026', '11 oct. 2026']);
  });
});

describe('the layout', () => {
  it('carries the sum of the rows, exactly', () => {
    const sheet = layOut(aPrintableInvoice(manyLines(30)));
    expect(sheet.table.rows.map(({ carried }) => carried)).toEqual(
      Array.from({ length: 30 }, (_, i) => `${(i + 1) * 10}.00`),
    );
  });

  it.each(DOCUMENT_LANGUAGES)('has a word for everything in %s', (language) => {
    const labels = labelsOf(language);
    for (const [name, text] of Object.entries(labels))
      expect([name, text.trim()]).not.toContain('');
    expect(labels.page).toMatch(/\{page\}.*\{pages\}/);
    expect(layOut(aPrintableInvoice({ language })).title).toBe(labels.invoice);
  });

  it('writes addresses as letters bear them, and a country that is no code as it is', () => {
    const lines = (address: object) => {
      const { buyer } = aPrintableInvoice();
      const abroad = { ...buyer, address: { ...buyer.address, ...address }, taxRegistration: null };
      return layOut(aPrintableInvoice({ buyer: abroad, language: 'fr' })).buyer.lines;
    };
    const place = { line1: '1 Main St', city: 'Austin', region: 'TX', postalCode: '78701' };
    expect(lines({ ...place, country: 'US' })).toEqual([
      '1 Main St',
      'Austin TX 78701',
      'États-Unis',
    ]);
    expect(lines({ ...place, country: 'DE' })).toEqual(['1 Main St', '78701 Austin TX']);
    expect(lines({ ...place, country: 'Elbonia' }).at(-1)).toBe('Elbonia');
  });

  it('names the deposits it is less by, with their net and tax', () => {
    const deduction = {
      invoiceNumber: 'INV-7',
      invoiceDate: parseLocalDate('2026-02-01'),
      noteNumber: 'CN-3',
      noteDate: parseLocalDate('2026-03-01'),
      net: 5000n,
      tax: 950n,
    };
    const over = { credited: 6000n, balance: 4708n, deductions: [deduction] };
    const sheet = layOut(aPrintableInvoice({ ...over, language: 'de' }));
    const said = sheet.totals.map(({ label, value }) => withoutIsolates(`${label}: ${value}`));
    expect(said).toContain('Abzüglich Anzahlung INV-7: -59,50');
    expect(said).toContain('Gutgeschrieben: -0,50');
    expect(withoutIsolates(sheet.paragraphs[0]?.text ?? '')).toBe(
      'Abzüglich Anzahlung: Rechnung INV-7 vom 01.02.2026, gutgeschrieben mit CN-3 vom ' +
        '01.03.2026: netto 50,00 EUR, Steuer 9,50 EUR, gesamt 59,50 EUR.',
    );
    const tax = (rate: string, base: bigint, amount: bigint) =>
      ({ kind: 'vat', jurisdiction: 'DE', rate, base, tax: amount }) as const;
    const taxes = [tax('19', 4000n, 760n), tax('7', 1000n, 70n)];
    const rated = { ...over, language: 'de', deductions: [{ ...deduction, taxes }] } as const;
    const [, ...rates] = layOut(aPrintableInvoice(rated)).paragraphs[0]?.text.split('\n') ?? [];
    expect(rates.map((text) => withoutIsolates(text).replaceAll('\u00a0', ' '))).toEqual([
      'USt. 19 % · Nettobetrag 40,00 EUR · Steuer 7,60 EUR',
      'USt. 7 % · Nettobetrag 10,00 EUR · Steuer 0,70 EUR',
    ]);
    const paid = layOut(aPrintableInvoice({ ...over, credited: 5950n }));
    expect(paid.totals.map(({ label }) => label)).not.toContain('Credited');
  });

  it.each([
    ['DE', 'DE123456789', 'VAT ID'],
    ['US', 'TX-123456789', 'Tax ID'],
    ['US', 'US-12-3456789', 'Tax ID'],
    ['DE', 'HRB-77', 'Tax ID'],
    ['CH', 'CHE-123.456.789', 'VAT ID'],
    ['IN', '29AAGCB7383J1Z4', 'GSTIN'],
  ])('calls a registration in %s like %s its %s', (country, number, name) => {
    const address = { ...aSeller().address, country };
    const seller = aSeller({ address, taxRegistrations: [{ country, number }] });
    expect(layOut(aPrintableInvoice({ seller })).footer[1]).toContain(`${name}: ${number}`);
  });

  it('names the country of a registration that is not of the seat', () => {
    const numbers = [
      { country: 'DE', number: 'DE123456789' },
      { country: 'GB', number: 'GB123456789' },
      { country: 'US', number: '12-3456789' },
    ];
    const seller = aSeller({ registrationNumber: null, taxRegistrations: numbers });
    const { footer } = layOut(aPrintableInvoice({ seller, language: 'de' }));
    expect(footer[1]).toEqual([
      'USt-IdNr.: DE123456789',
      'USt-IdNr. (Vereinigtes Königreich): GB123456789',
      'Steuernummer (Vereinigte Staaten): 12-3456789',
    ]);
  });

  it.each(DOCUMENT_LANGUAGES)('calls what is asked for ahead by its name, in %s', (language) => {
    const titleOf = (over: object) => layOut(aPrintableInvoice({ language, ...over })).title;
    const labels = labelsOf(language);
    expect(titleOf({ deposit: true })).toBe(labels.depositInvoice);
    expect(titleOf({})).toBe(labels.invoice);
    expect(titleOf({ kind: 'credit_note', deposit: true })).toBe(labels.creditNote);
  });

  it('asks for money only where some is due', () => {
    const asks = (over: object) => layOut(aPrintableInvoice(over)).payment !== null;
    expect(asks({})).toBe(true);
    expect(asks({ balance: 0n })).toBe(false);
    expect(asks({ mark: 'void' })).toBe(false);
    expect(asks({ kind: 'credit_note' })).toBe(false);
  });

  it('shows the live link, else the code of a transfer in euro', () => {
    const payment = (over: object) => layOut(aPrintableInvoice(over)).payment;
    const paymentLink = 'https://pay.example/1';
    expect(payment({ paymentLink })).toMatchObject({
      link: { url: paymentLink },
      qr: { content: paymentLink },
    });
    expect(payment({})?.qr?.content.split('\n')).toEqual([
      'BCD',
      '002',
      '1',
      'SCT',
      'BYLADEM1001',
      'Beispiel & Söhne GmbH',
      'DE02120300000000202051',
      'EUR107.08',
      '',
      '',
      'INV-000042',
    ]);
    expect(payment({ currency: 'USD' })?.qr).toBeNull();
    expect(payment({ paymentLink: 'javascript:alert(1)' })?.link).toBeNull();
  });

  it('takes no money at once for a draft, which may change yet', () => {
    const draft = { mark: 'draft', paymentLink: 'https://pay.example/1' } as const;
    const { payment } = layOut(aPrintableInvoice(draft));
    expect([payment?.link, payment?.qr]).toEqual([null, null]);
    expect(payment?.facts).toContainEqual({ label: 'IBAN', value: 'DE02 1203 0000 0000 2020 51' });
  });

  it('calls no correction by the seller a Gutschrift, which is what a buyer issues', () => {
    const sheet = layOut(aPrintableInvoice({ language: 'de', kind: 'credit_note' }));
    expect(sheet.title).toBe('Rechnungskorrektur');
    expect(sheet.facts.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Korrekturnummer', 'Datum']),
    );
    expect(JSON.stringify(sheet)).not.toMatch(/Gutschrift|Rechnungsdatum/);
  });

  const notesOf = (decision: PrintableLine['decision'], over: Partial<PrintableInvoice> = {}) =>
    layOut(aPrintableInvoice({ lines: [aPrintableLine({ decision })], ...over })).paragraphs.map(
      ({ text }) => withoutIsolates(text),
    );

  it('says who owes the tax where the buyer does', () => {
    const reversed = { category: 'AE', reason: 'reverse_charge' } as const;
    expect(notesOf(reversed)).toEqual([
      'Reverse charge (§ 13b UStG; Article 196, Directive 2006/112/EC)',
    ]);
    expect(notesOf({ category: 'S', reason: 'taxed' })).toEqual([]);
    const abroad = 'Reverse charge: the recipient of the supply is liable for the tax.';
    const seller = aSeller({ address: { ...aSeller().address, country: 'IN' } });
    expect(notesOf(reversed, { seller })).toEqual([abroad]);
    const home = { ...reversed, reason: 'domestic_reverse_charge' };
    expect(notesOf(home, { seller })).toEqual([abroad]);
    expect(notesOf(home)).toEqual(['Reverse charge (§ 13b UStG)']);
  });

  it('says why no tax is charged, each ground in its own words, nothing where none was due', () => {
    expect(notesOf({ category: 'K', reason: 'intra_community' }, { language: 'fr' })).toEqual([
      'Livraison intracommunautaire exonérée de TVA ' +
        '(§ 6a UStG; article 138 de la directive 2006/112/CE)',
    ]);
    const exported = { category: 'G', reason: 'export' } as const;
    expect(notesOf(exported, { language: 'de' })).toEqual([
      'Steuerfreie Ausfuhrlieferung (§ 6 UStG; Art. 146 der Richtlinie 2006/112/EG)',
    ]);
    const of = (country: string) => aSeller({ address: { ...aSeller().address, country } });
    expect(notesOf(exported, { seller: of('CH') })).toEqual(['VAT-exempt export']);
    expect(notesOf(exported, { seller: of('US') })).toEqual([]);
    expect(notesOf({ category: 'O', reason: 'not_registered' })).toEqual([]);
  });

  it('says that a tax is not determined yet, and asks for no money then', () => {
    const decision = { category: null, reason: 'rate_missing' } as const;
    expect(notesOf(decision, { language: 'de' })).toEqual([
      'Entwurf: Die Steuer steht noch nicht fest',
    ]);
    const lines = [aPrintableLine(), aPrintableLine({ decision })];
    const paymentLink = 'https://pay.example/1';
    expect(layOut(aPrintableInvoice({ lines, paymentLink })).payment).toBeNull();
    const imported = [aPrintableLine({ decision: { category: null, reason: null } })];
    expect(layOut(aPrintableInvoice({ lines: imported })).payment).not.toBeNull();
  });

  it.each(DOCUMENT_LANGUAGES)('has words of its own for each ground in %s', (language) => {
    const words = [
      { category: 'AE', reason: 'reverse_charge' },
      { category: 'K', reason: 'intra_community' },
      { category: 'G', reason: 'export' },
      { category: 'E', reason: 'exempt_code' },
      { category: 'O', reason: 'service_abroad' },
      { category: null, reason: 'rate_missing' },
    ] as const;
    const notes = words.flatMap((decision) => notesOf(decision, { language }));
    expect(new Set(notes).size).toBe(words.length);
    for (const [i, article] of ['196', '138', '146'].entries()) {
      expect(notes[i]).toMatch(new RegExp(`${article}.*\\)|2006/112.*${article}`));
    }
    expect(notes.join()).not.toContain('{');
  });

  it('shows a tax of nothing in the summary by its name, without a rate', () => {
    const taxes = [{ kind: 'export', jurisdiction: null, rate: '0', base: 8998n, tax: 0n }];
    expect(layOut(aPrintableInvoice({ taxes })).taxes?.rows).toEqual([
      ['VAT-exempt export', '89.98', '0.00'],
    ]);
  });

  describe('the endorsement of an Indian invoice', () => {
    const seller = aSeller({
      address: { ...aSeller().address, country: 'IN', region: 'MH' },
      taxRegistrations: [{ country: 'IN', number: '27AAPFU0939F1ZV' }],
    });
    const { buyer } = aPrintableInvoice();
    const from = (country: string) => ({
      ...buyer,
      address: { ...buyer.address, country },
      taxRegistration: null,
    });
    const endorsed = (reasons: string, over: Partial<PrintableInvoice> = {}) => {
      const lines = reasons
        .split(' ')
        .map((reason) => aPrintableLine({ decision: { category: 'S', reason } }));
      const document = aPrintableInvoice({ seller, buyer: from('US'), lines, ...over });
      return layOut(document).paragraphs.map(({ text }) => text);
    };
    const free = 'UNDER BOND OR LETTER OF UNDERTAKING WITHOUT PAYMENT OF INTEGRATED TAX';
    const paid = 'ON PAYMENT OF INTEGRATED TAX';
    const exported = 'SUPPLY MEANT FOR EXPORT';
    const toZone = 'SUPPLY TO SEZ UNIT OR SEZ DEVELOPER FOR AUTHORISED OPERATIONS';

    it.each<[string, string, Partial<PrintableInvoice>, string[]]>([
      ['of an export under a letter', 'export', {}, [`${exported} ${free}`]],
      ['of an export with tax', 'export_tax_paid', {}, [`${exported} ${paid}`]],
      [
        'of what an Indian orders and has sent abroad',
        'export',
        { buyer: from('IN') },
        [`${exported} ${free}`],
      ],
      ['of a zone under a letter', 'sez_undertaking', { buyer: from('IN') }, [`${toZone} ${free}`]],
      ['of a zone with tax', 'sez_tax_paid', { buyer: from('IN') }, [`${toZone} ${paid}`]],
      ['once for lines that say the same', 'export export taxed', {}, [`${exported} ${free}`]],
      ['of a guest from abroad who is taxed here', 'taxed', {}, []],
      ['of a line that was exempt at home', 'zero_rate', {}, []],
      ['of a draft that is not determined', 'rate_missing', {}, []],
      ['of a credit note', 'export', { kind: 'credit_note' }, []],
      ['of a seller elsewhere', 'sez_undertaking', { seller: aSeller() }, []],
    ])('%s', (_what, reasons, over, texts) => {
      expect(endorsed(reasons, over)).toEqual(texts);
    });
  });

  it('marks what Japan taxes at the reduced rate, and says below what the mark is', () => {
    const seller = aSeller({ address: { ...aSeller().address, country: 'JP' } });
    const line = (rate: string, over: Partial<PrintableLine> = {}) =>
      aPrintableLine({ taxes: [{ kind: 'vat', jurisdiction: 'JP', rate, tax: 1n }], ...over });
    const marked = (lines: PrintableLine[], over: Partial<PrintableInvoice> = {}) => {
      const sheet = layOut(aPrintableInvoice({ seller, lines, ...over }));
      const texts = sheet.paragraphs.map(({ text }) => text);
      return [sheet.table.rows.map(({ cells }) => cells[1]), texts];
    };
    expect(marked([line('10'), line('8'), line('8')])).toEqual([
      ['Installation', 'Installation ※', 'Installation ※'],
      ['※ Taxed at the reduced rate'],
    ]);
    expect(marked([line('8')], { language: 'ja' })[1]).toEqual(['※ 軽減税率対象']);
    const plain = [['Installation'], []];
    expect(marked([line('8')], { seller: aSeller() })).toEqual(plain);
    expect(marked([line('8')], { issueDate: parseLocalDate('2023-09-30') })).toEqual(plain);
    const elsewhere = [{ kind: 'vat', jurisdiction: 'CH', rate: '8', tax: 1n }];
    expect(marked([line('8', { taxes: elsewhere })])).toEqual(plain);
  });

  it('calls an Indian invoice what the law calls it', () => {
    const india = aSeller({
      address: { ...aSeller().address, country: 'IN', region: 'MH' },
      taxRegistrations: [{ country: 'IN', number: '27AAPFU0939F1ZV' }],
    });
    expect(layOut(aPrintableInvoice({ seller: india })).title).toBe('Tax invoice');
    const taxes = [{ kind: 'exempt', jurisdiction: 'IN', rate: '0', base: 8998n, tax: 0n }];
    expect(layOut(aPrintableInvoice({ seller: india, taxes })).title).toBe('Bill of supply');
  });

  it('has columns for codes and units only where a line has them', () => {
    const columns = (...lines: Partial<PrintableLine>[]) =>
      layOut(aPrintableInvoice({ lines: lines.map(aPrintableLine) })).table;
    const plain = columns({}).columns.map(({ label }) => label);
    expect(plain).not.toContain('Unit');
    const table = columns({ hsnCode: '998314', unit: 'hour' }, {});
    const labels = table.columns.map(({ label }) => label);
    expect(labels.filter((label) => !plain.includes(label))).toEqual(['HSN/SAC', 'Unit']);
    expect(table.columns.reduce((sum, { share }) => sum + share, 0)).toBe(100);
    const cells = table.rows.map((row) => [labels.indexOf('HSN/SAC'), 4].map((i) => row.cells[i]));
    expect(cells).toEqual([
      ['998314', 'hour'],
      ['', ''],
    ]);
    // A tax code is taken for one under a GSTIN only.
    expect(columns({ taxCode: '998314' }).columns).toHaveLength(plain.length);
  });

  it('names the state at which something is supplied under a GSTIN, and its code', () => {
    const seller = aSeller({
      address: { ...aSeller().address, country: 'IN', region: 'MH' },
      taxRegistrations: [{ country: 'IN', number: '27AAPFU0939F1ZV' }],
    });
    const place = (address: object, taxRegistration: string | null = null) => {
      const { buyer } = aPrintableInvoice();
      const at = { ...buyer, address: { ...buyer.address, ...address }, taxRegistration };
      const { facts } = layOut(aPrintableInvoice({ seller, buyer: at }));
      return facts.find(({ label }) => label === 'Place of supply')?.value;
    };
    expect(place({ country: 'IN', region: 'KA' })).toBe('Karnataka (29)');
    expect(place({ country: 'IN', region: 'ka' })).toBe('Karnataka (29)');
    expect(place({ country: 'IN', region: 'KA' }, '24AAACC4175D1Z4')).toBe('Gujarat (24)');
    expect(place({ country: 'IN', region: null })).toBe('Maharashtra (27)');
    expect(place({ country: 'FR', region: null })).toBe('France');
    expect(place({ country: null, region: null })).toBe('Maharashtra (27)');
  });
});

it('what was written off stands above a balance of nothing, and nowhere else', () => {
  const sumsOf = (over: Partial<PrintableInvoice>) =>
    layOut(aPrintableInvoice(over)).totals.map(({ label, value }) => `${label} ${value}`);
  const written = { paid: 5_000n, writtenOff: 5_708n, balance: 0n };
  expect(sumsOf(written).slice(-3)).toEqual([
    'Paid -50.00',
    'Written off -57.08',
    'Amount due 0.00 EUR',
  ]);
  expect(sumsOf({}).some((sum) => sum.startsWith('Written off'))).toBe(false);
});
