import { EMAIL_TEMPLATE_CODES, TEMPLATE_KINDS } from '../templates/catalogue';
import { defaultTemplate } from '../templates/default-templates';
import { renderTemplate } from './render-template';
import { sampleData } from '../templates/variables';

const BARE = { subject: '', html: '', text: '' };

const html = (source: string, data: Record<string, unknown> = {}) =>
  renderTemplate({ ...BARE, html: source }, data, 'en').html;
const text = (source: string, data: Record<string, unknown> = {}, language = 'en') =>
  renderTemplate({ ...BARE, text: source }, data, language).text;
const subject = (source: string, data: Record<string, unknown> = {}) =>
  renderTemplate({ ...BARE, subject: source }, data, 'en').subject;

describe('rendering', () => {
  it('escapes what is put into the HTML and nothing else', () => {
    const data = { name: `<script>"&'` };
    expect(html('<p>{{ name }}</p>', data)).toBe('<p>&lt;script&gt;&#34;&amp;&#39;</p>');
    expect(text('{{ name }}', data)).toBe(`<script>"&'`);
    expect(subject('{{ name }}', data)).toBe(`<script>"&'`);
  });

  it.each(['raw', 'nope'])('knows no filter %s', (filter) => {
    expect(() => html(`{{ name | ${filter} }}`, { name: '<b>' })).toThrow('undefined filter');
  });

  it.each(['a\r\nBcc: b@example.com', 'a\nb', 'a\u2028b', 'a\u0000b', 'a\u0085b'])(
    'keeps %j in a subject on one line',
    (name) => {
      expect(subject('Hi {{ name }}', { name })).toMatch(/^Hi a (Bcc: b@example\.com|b)$/);
    },
  );

  it('cuts a subject at 250 characters, not inside of one', () => {
    expect([...subject('{{ name }}', { name: '😀'.repeat(400) })]).toHaveLength(250);
  });

  it('never leaves the data for what every object inherits', () => {
    const data = { user: { name: 'Ada' }, list: [1] };
    const source = `{{ user.__proto__ }}{{ user.constructor.name }}{{ user.toString }}
      {{ list.constructor }}{{ __proto__ }}{{ constructor }}{{ user["constructor"]["name"] }}`;
    expect(text(source, data).trim()).toBe('');
  });

  it.each([
    ['{% for i in (1..100000000) %}x{% endfor %}'],
    ['{% for i in (1..9000) %}{% for j in (1..9000) %}x{% endfor %}{% endfor %}'],
    ['{% for i in (1..1900000) %}{% endfor %}'],
    ['{% tablerow i in (1..1000000) cols:1 %}x{% endtablerow %}'],
    ['{% assign a = "xxxxxxxx" %}{% for i in (1..60) %}{% assign a = a | append: a %}{% endfor %}'],
  ])('stops %s before it costs much', (source) => {
    expect(() => text(source)).toThrow(/costs more work/);
  });

  it('evaluates no expression for each of many items', () => {
    const source = `{{ "${'a,'.repeat(90_000)}" | split: "," | where_exp: "x", "x == 1" }}`;
    expect(() => text(source)).toThrow(/undefined filter: where_exp/);
  });

  it('stops a text that is too long to parse', () => {
    expect(() => text('x'.repeat(200_001))).toThrow(/limit exceeded/);
  });

  it.each(['include', 'render', 'layout'])('opens no file by {%% %s %%}', (tag) => {
    expect(() => text(`{% ${tag} "/etc/passwd" %}`)).toThrow(`tag "${tag}" not found`);
  });
});

describe('amounts and dates', () => {
  const data = { total: '1234567890123456789.25', currency: 'EUR', on: '2026-03-31' };

  it('are written in the language of the template, without loss', () => {
    expect(text('{{ total | money: currency }}', data)).toBe('€1,234,567,890,123,456,789.25');
    expect(text('{{ total | money: currency }}', data, 'de')).toBe(
      '1.234.567.890.123.456.789,25\u00a0€',
    );
    expect(text('{{ on | long_date }}', data, 'en-GB')).toBe('31 March 2026');
    expect(text('{{ on | long_date }}', data, 'fr')).toBe('31 mars 2026');
  });

  it('stay as they are when they are something else', () => {
    expect(text('{{ a | money: b }}', { a: 'much', b: 'EUR' })).toBe('much');
    expect(text('{{ a | money: b }}', { a: '1.5', b: 'XYZ' })).toBe('1.5 XYZ');
    expect(text('{{ a | long_date }}', { a: 'soon' })).toBe('soon');
    expect(text('{{ none | money: none }}{{ none | long_date }}')).toBe('');
  });
});

describe('the built-in templates', () => {
  it.each(EMAIL_TEMPLATE_CODES)('%s shows its sample data and leaves no gap', (code) => {
    const data = sampleData(TEMPLATE_KINDS[code].variables);
    const {
      subject: line,
      html: page,
      text: plain,
    } = renderTemplate(defaultTemplate(code), data, 'en');
    expect(line.length).toBeGreaterThan(10);
    expect(page).toContain('Northwind Trading GmbH');
    expect(plain).toContain('Northwind Trading GmbH');
    expect(`${line}${page}${plain}`).not.toMatch(/[{}]%|%\}|\{\{|undefined|null| ,| \./);
  });

  it('offers to pay only where there is a link', () => {
    const data = sampleData(TEMPLATE_KINDS.INVOICE_SENT.variables);
    const shown = (paymentLink: string | null) =>
      renderTemplate(defaultTemplate('INVOICE_SENT'), { ...data, paymentLink }, 'en');
    expect(shown('https://pay.example.com/1').html).toContain('href="https://pay.example.com/1"');
    expect(shown(null).html).not.toContain('Pay online');
    expect(shown(null).text).not.toMatch(/Pay online|\n\n\n/);
  });
});
