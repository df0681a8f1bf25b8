import data from './table-words.json';

/** A text of the product, in Liquid. */
export interface Wording {
  readonly subject: string;
  /** One paragraph each; the same words stand in the HTML and in the text. */
  readonly paragraphs: readonly string[];
  /** What it is about, behind the paragraphs: one invoice, or all that a letter asks for. */
  readonly table?: 'invoice' | 'invoices' | (string & {});
  /** The word on the button where what the table shows can be paid. */
  readonly pay?: string;
  /** Behind table and button. */
  readonly closing?: readonly string[];
  /** A link under a word for it, left out where the variable is empty. */
  readonly link?: { readonly to: string; readonly label: string };
}

/** In which language a text is, and whether it may show nothing but itself. */
export interface Spoken {
  readonly language: string | null;
  /** It carries a link that lets its holder in: no style sheet, no picture. */
  readonly secret: boolean;
}

type Words = (typeof data.words)['en'];

const WORDS: Readonly<Record<string, Words>> = data.words;

/** What the picture of the company is called within an e-mail. */
export const LOGO = 'cid:company-logo';

const wordsOf = (language: string | null): Words => WORDS[language ?? 'en'] ?? data.words.en;
/** Behind a label, and between what is listed, as the language writes it. */
const signsOf = (language: string | null) => ({
  colon: language === 'fr' ? '\u00a0: ' : ': ',
  comma: language === 'ar' ? '\u060c ' : ', ',
});
type Signs = ReturnType<typeof signsOf>;
const isRightToLeft = (language: string | null) => /^(?:ar|he)$/.test(language ?? '');

const PARAGRAPH = 'margin:0 0 16px;white-space:pre-line';
const BUTTON =
  'display:inline-block;padding:10px 18px;border-radius:6px;background:#1f4b99;color:#ffffff;' +
  'text-decoration:none;font-weight:600';
const MUTED = 'margin:0 0 16px;color:#5b6675';

/** Programs that know how to darken a page do it by these; the others show the light one. */
const DARK = `<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#11161d!important}
.card{background:#1b222c!important;color:#e7ebf0!important}
.muted{color:#a3adba!important}
.line{border-color:#3a4553!important}
.logo{background:#ffffff!important}
}
</style>`;

const LOGO_IMAGE =
  '{% if company.logo %}<p style="margin:0 0 20px"><img class="logo" src="{{ company.logo }}" ' +
  'alt="{{ company.name }}" height="40" style="height:40px;width:auto;max-width:240px;' +
  'padding:4px;border:0"></p>{% endif %}';

/** The HTML of a wording, for programs that know little of it. */
export function htmlOf(wording: Wording, { language, secret }: Spoken): string {
  const { paragraphs, closing = [], link, table, pay } = wording;
  const paragraph = (text: string) => `<p style="${PARAGRAPH}">${text}</p>`;
  const words = wordsOf(language);
  const signs = signsOf(language);
  const end = isRightToLeft(language) ? 'left' : 'right';
  const body = [
    ...(secret ? [] : [LOGO_IMAGE]),
    ...paragraphs.map(paragraph),
    ...(table === 'invoice' ? [invoiceTable(words, end)] : []),
    ...(table === 'invoices' ? [invoicesTable(words, signs, end)] : []),
    ...(pay && table === 'invoice' ? [buttonOf('paymentLink', pay)] : []),
    ...(pay && table === 'invoices' ? [buttonsOf(pay, signs)] : []),
    ...closing.map(paragraph),
    ...(link ? [buttonOf(link.to, link.label)] : []),
  ];
  const direction = isRightToLeft(language) ? ' dir="rtl"' : '';
  const spoken = language ? ` lang="${language}"${direction}` : '';
  return `<!doctype html>
<html${spoken}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">${secret ? '' : DARK}</head>
<body class="page" style="margin:0;padding:24px;background:#f4f5f7">
  <div class="card" style="max-width:640px;margin:0 auto;padding:28px;border-radius:8px;
    background:#ffffff;color:#1c2430;
    font:15px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
${body.map((part) => `    ${part}`).join('\n')}
    <p class="muted" style="margin:24px 0 0;color:#5b6675">{{ company.legalName }}</p>
  </div>
</body>
</html>
`;
}

function buttonOf(to: string, label: string): string {
  return (
    `{% if ${to} %}<p style="${PARAGRAPH}">` +
    `<a href="{{ ${to} }}" style="${BUTTON}">${label}</a></p>{% endif %}`
  );
}

/** One for each currency: no payment is in two. */
function buttonsOf(label: string, { colon }: Signs): string {
  return (
    '{% for total in totals %}{% if total.paymentLink %}' +
    `<p style="${PARAGRAPH}"><a href="{{ total.paymentLink }}" style="${BUTTON}">${label}${colon}` +
    '{{ total.balance | money: total.currency }}</a></p>{% endif %}{% endfor %}'
  );
}

const CELL = 'padding:6px 8px;border-bottom:1px solid #dfe3e8;vertical-align:top';
const TABLE =
  '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" ' +
  'style="width:100%;border-collapse:collapse;margin:0 0 16px;font-size:13px">';
/** Of rows and columns, as somebody who hears it is told. */
const GRID = TABLE.replace(' role="presentation"', '');

/** What is said of the one invoice that a letter is about, in its table and in its text. */
function invoiceRows(words: Words): readonly (readonly [string, string])[] {
  return [
    [words.number, '{{ invoice.number }}'],
    [words.issueDate, '{{ invoice.issueDate | long_date }}'],
    [words.dueDate, '{{ invoice.dueDate | long_date }}'],
    [words.total, '{{ invoice.total | money: invoice.currency }}'],
    [words.balance, '{{ invoice.balance | money: invoice.currency }}'],
  ];
}

function invoiceText(words: Words, { colon }: Signs): string {
  const rows = invoiceRows(words).map(([label, value]) => `\n${label}${colon}${value}`);
  return `\n${rows.join('')}`;
}

function invoiceTable(words: Words, end: string): string {
  const rows = invoiceRows(words).map(([label, value], i, { length }) => {
    const shown = i === length - 1 ? `<strong>${value}</strong>` : value;
    return (
      `<tr><td class="line muted" style="${CELL};color:#5b6675">${label}</td>` +
      `<td class="line" style="${CELL};text-align:${end}">${shown}</td></tr>`
    );
  });
  return `${TABLE}${rows.join('')}</table>`;
}

/** Three columns, each with what belongs to it below: six are wider than the glass of a phone. */
function invoicesTable(words: Words, { colon, comma }: Signs, end: string): string {
  const start = end === 'right' ? 'left' : 'right';
  const head = (label: string, side: string) =>
    `<th class="line muted" style="${CELL};color:#5b6675;text-align:${side};font-weight:600">` +
    `${label}</th>`;
  const cell = (value: string, side: string, label: string, below: string) =>
    `<td class="line" style="${CELL};text-align:${side};overflow-wrap:anywhere">${value}<br>` +
    `<span class="muted" style="color:#5b6675">${label}${colon}${below}</span></td>`;
  const sum = (label: string, value: string) =>
    `<tr><td class="line" colspan="2" style="${CELL};text-align:${start}">${label}</td>` +
    `<td class="line" style="${CELL};text-align:${end}">${value}</td></tr>`;
  return [
    `${GRID}<thead><tr>`,
    head(words.number, start),
    head(words.dueDate, start),
    head(words.balance, end),
    '</tr></thead><tbody>{% for each in invoices %}<tr>',
    cell('{{ each.number }}', start, words.issueDate, '{{ each.issueDate | short_date }}'),
    cell('{{ each.dueDate | short_date }}', start, words.daysOverdue, '{{ each.daysOverdue }}'),
    cell(
      '{{ each.balance | money: each.currency }}',
      end,
      words.total,
      '{{ each.total | money: each.currency }}',
    ),
    '</tr>{% endfor %}',
    `{% if furtherInvoices > 0 %}${sum(words.further, '{{ furtherInvoices }}')}{% endif %}`,
    '{% for total in totals %}',
    sum(
      `<strong>${words.sum}</strong>`,
      '<strong>{{ total.balance | money: total.currency }}</strong>',
    ),
    '{% endfor %}</tbody></table>',
    `{% if disputed.size > 0 %}<p class="muted" style="${MUTED}">${words.disputed}${colon}`,
    '{% for each in disputed %}{{ each.number }} ({{ each.amount | money: each.currency }})',
    `{% unless forloop.last %}${comma}{% endunless %}{% endfor %}</p>{% endif %}`,
    `{% if unsent.size > 0 %}<p class="muted" style="${MUTED}">${words.enclosed}${colon}`,
    `${unsentOf(comma)}</p>{% endif %}`,
    `{% if fees.size > 0 %}<p style="${PARAGRAPH}">${words.fee}${colon}`,
    `${feesOf(words, comma)}</p>{% endif %}`,
  ].join('');
}

/** The invoices that come with the letter as they were not sent before. */
function unsentOf(comma: string): string {
  const between = `{% unless forloop.last %}${comma}{% endunless %}`;
  return `{% for each in unsent %}{{ each.number }}${between}{% endfor %}`;
}

/** What steps ask for being late, of which invoices. */
function feesOf(words: Words, comma: string): string {
  return [
    '{% for each in fees %}{{ each.amount | money: each.currency }}',
    `{% if each.plusTax %} ${words.plusTax}{% endif %} ({{ each.number }})`,
    `{% if each.invoice %} – ${words.number} {{ each.invoice }}{% endif %}`,
    `{% unless forloop.last %}${comma}{% endunless %}{% endfor %}`,
  ].join('');
}

/** The plain text of a wording. */
export function textOf(wording: Wording, language: string | null): string {
  const { paragraphs, closing = [], link, table, pay } = wording;
  const words = wordsOf(language);
  const signs = signsOf(language);
  const parts = [
    paragraphs.join('\n\n'),
    ...(table === 'invoice' ? [invoiceText(words, signs)] : []),
    ...(table === 'invoices' ? [invoicesText(words, signs)] : []),
    ...(pay && table === 'invoice'
      ? [`{% if paymentLink %}\n\n${pay}${signs.colon}{{ paymentLink }}{% endif %}`]
      : []),
    ...(pay && table === 'invoices' ? [payTexts(pay, signs)] : []),
    ...closing.map((text) => `\n\n${text}`),
    ...(link
      ? [`{% if ${link.to} %}\n\n${link.label}${signs.colon}{{ ${link.to} }}{% endif %}`]
      : []),
  ];
  return `${parts.join('')}\n\n-- \n{{ company.legalName }}\n`;
}

function invoicesText(words: Words, { colon, comma }: Signs): string {
  return [
    `\n{% for each in invoices %}\n{{ each.number }}${colon}`,
    `${words.issueDate} {{ each.issueDate | short_date }}${comma}`,
    `${words.dueDate} {{ each.dueDate | short_date }}${comma}`,
    `${words.daysOverdue} {{ each.daysOverdue }}${comma}`,
    `${words.total} {{ each.total | money: each.currency }}${comma}`,
    `${words.balance} {{ each.balance | money: each.currency }}{% endfor %}`,
    `{% if furtherInvoices > 0 %}\n${words.further}${colon}{{ furtherInvoices }}{% endif %}\n`,
    `{% for total in totals %}\n${words.sum}${colon}`,
    '{{ total.balance | money: total.currency }}{% endfor %}',
    `{% if disputed.size > 0 %}\n${words.disputed}${colon}{% for each in disputed %}`,
    '{{ each.number }} ({{ each.amount | money: each.currency }})',
    `{% unless forloop.last %}${comma}{% endunless %}{% endfor %}{% endif %}`,
    `{% if unsent.size > 0 %}\n${words.enclosed}${colon}${unsentOf(comma)}{% endif %}`,
    `{% if fees.size > 0 %}\n${words.fee}${colon}${feesOf(words, comma)}{% endif %}`,
  ].join('');
}

function payTexts(label: string, { colon }: Signs): string {
  return (
    '{% for total in totals %}{% if total.paymentLink %}\n\n' +
    `${label} ({{ total.balance | money: total.currency }})${colon}{{ total.paymentLink }}` +
    '{% endif %}{% endfor %}'
  );
}
