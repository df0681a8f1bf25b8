import type { DocumentLanguage } from '@quittance/company';
import { isRightToLeft, labelsOf, quoteSheet, type Sheet } from '@quittance/documents/host';
import type { OpenedQuote, PublicQuote } from '@quittance/sales/host';
import { createHash } from 'node:crypto';
import { answerForms } from './quote-page-forms.js';
import { e, ltr, own, text } from './quote-page-html.js';
import { lineHtml, pageLines } from './quote-page-lines.js';
import { quoteWords, type QuoteWords } from './words/quote-words.js';

const STYLE = `
:root{color-scheme:light dark}
body{margin:0;font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main{max-width:44rem;margin:0 auto;padding:1rem}
h1{font-size:1.4rem;margin:.5rem 0}
h2{font-size:1.1rem;margin:1.5rem 0 .5rem}
img{max-width:min(100%,16rem);max-height:5rem;background:#fff;padding:.25rem}
address{font-style:normal;margin:.5rem 0}
.text{white-space:pre-line;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:minmax(0,max-content) minmax(0,1fr);gap:.1rem 1rem;margin:1rem 0}
dt{opacity:.75}
dd{margin:0;overflow-wrap:anywhere}
.line,.sum{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:.25rem 1rem;
align-items:baseline}
.line{padding:.6rem 0;border-block-start:1px solid #8886}
.line p,.line h2{margin:0;overflow-wrap:anywhere}
.sum{margin:.2rem 0}
.amount{text-align:end;white-space:nowrap;font-variant-numeric:tabular-nums}
small{display:block;opacity:.75}
.totals{border-block-start:2px solid #8886;padding-block-start:.6rem}
.total{font-weight:700;font-size:1.15rem}
table{width:100%;border-collapse:collapse}
th,td{text-align:start;vertical-align:baseline;padding:.2rem 0;font-weight:400}
th{opacity:.75}
td.amount,th.amount{text-align:end;padding-inline-start:1rem}
th.amount{white-space:normal}
label{display:block;margin:.6rem 0 .2rem}
label.option{display:grid;grid-template-columns:auto minmax(0,1fr) auto;gap:.25rem .6rem;
align-items:baseline}
label.option>span{overflow-wrap:anywhere}
input:not([type=checkbox]),textarea{width:100%;box-sizing:border-box;font:inherit;padding:.5rem}
button{font:inherit;padding:.7rem 1.2rem;margin-block-start:.8rem}
details{margin-block-start:1rem;border-block-start:1px solid #8886;padding-block-start:.6rem}
`;

/** The one style above, the seller's logo, forms that lead back here, and nothing else. */
export const QUOTE_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Of whatever is answered as its page. */
export const QUOTE_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': QUOTE_PAGE_POLICY,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
} as const;

/** What the page shows beside the quote. */
export interface QuotePageFacts {
  readonly token: string;
  readonly nonce: string;
  /** What was just done, or refused. */
  readonly said?: string | null;
  /** The form that was refused. */
  readonly typed?: URLSearchParams | null;
}

/**
 * A quote to be read in its language, and answered by plain forms, on a phone too. It says what is
 * printed, in the words and figures of the sheet that is laid out for paper.
 */
export function quotePage(
  { quote, printed, receipt }: Omit<OpenedQuote, 'nonce'>,
  { token, nonce, said, typed = null }: QuotePageFacts,
): string {
  const { language, number, revision } = quote;
  const sheet = quoteSheet(printed);
  const [labels, words] = [labelsOf(language), quoteWords(language)];
  const told = noticeOf(quote, words);
  // What was typed of a form that is refused by now is kept.
  const answers = quote.open || (quote.beingReviewed && typed !== null);
  const newer = revision > 1 ? ` (${labels.revision} ${revision})` : '';
  const lines = pageLines(quote, sheet);
  return page(
    `${sheet.title} ${number}`,
    language,
    `${said && said !== told ? `<p role="status"><strong>${e(said)}</strong></p>` : ''}
${sellerHtml(sheet)}
<h1><span dir="auto">${e(sheet.title)}</span> <bdi>${e(number)}</bdi>${e(newer)}</h1>
${buyerHtml(sheet)}
${factsHtml(sheet, [labels.quoteNumber, labels.revision])}
${told ? `<p><strong>${e(told)}</strong></p>` : ''}
${receiptHtml(sheet, labels.orderNumber, receipt?.orderNumber)}
${text(sheet.opening)}
${lines.map(lineHtml).join('\n')}
${totalsHtml(sheet)}
${taxesHtml(sheet)}
<p><a href="/public/quotes/${e(token)}/pdf">${e(words.download)}</a></p>
${sheet.paragraphs.map(paragraphHtml).join('\n')}
${answers ? answerForms(quote, { nonce, words, typed, lines }) : ''}`,
  );
}

function sellerHtml({ seller: { logo, name, lines } }: Sheet): string {
  const picture = logo ? `<p><img src="${e(logo)}" alt=""></p>` : '';
  return `${picture}<address><strong>${own(name)}</strong><br>${linesHtml(lines)}</address>`;
}

function buyerHtml({ buyer: { heading, name, lines } }: Sheet): string {
  return `<address>${e(heading)} <strong>${own(name)}</strong><br>${linesHtml(lines)}</address>`;
}

const linesHtml = (lines: readonly string[]) => lines.map(own).join('<br>');

/** What is said of the quote beside its lines; what its heading says is left out. */
function factsHtml({ facts }: Sheet, headed: readonly string[]): string {
  const told = facts.filter(({ label }) => !headed.includes(label));
  return `<dl>${told
    .map(({ label, value }) => `<dt>${e(label)}</dt><dd>${own(value)}</dd>`)
    .join('')}</dl>`;
}

/** Who has agreed, and when: with the check code of the receipt, and the order it has become. */
function receiptHtml({ signature }: Sheet, label: string, order?: string | null): string {
  if (!signature || signature.facts.length === 0) return '';
  const facts = [...signature.facts, ...(order ? [{ label, value: order }] : [])];
  const rows = facts.map((each) => `<dt>${e(each.label)}</dt><dd>${own(each.value)}</dd>`);
  return `<h2>${e(signature.heading)}</h2><dl>${rows.join('')}</dl>`;
}

function totalsHtml({ totals }: Sheet): string {
  const rows = totals.map(({ label, value, weight }) => {
    const more = weight === 'due' ? ' total' : '';
    return `<p class="sum${more}"><span>${e(label)}</span>${ltr(value)}</p>`;
  });
  return `<div class="totals">${rows.join('\n')}</div>`;
}

function taxesHtml({ taxes }: Sheet): string {
  if (!taxes) return '';
  const { heading, columns, rows } = taxes;
  const head = columns.map(({ label }, i) => {
    return `<th scope="col"${i > 0 ? ' class="amount"' : ''}>${e(label)}</th>`;
  });
  const body = rows.map(([name = '', ...figures]) => {
    const cells = figures.map((each) => `<td class="amount"><bdi dir="ltr">${e(each)}</bdi></td>`);
    return `<tr><td>${own(name)}</td>${cells.join('')}</tr>`;
  });
  const table = `<table><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table>`;
  return `<h2>${e(heading)}</h2>${table}`;
}

function paragraphHtml({ heading, text: words }: Sheet['paragraphs'][number]): string {
  return `${heading ? `<h2>${e(heading)}</h2>` : ''}${text(words)}`;
}

function noticeOf(quote: PublicQuote, words: QuoteWords): string | undefined {
  const { status, beingRevised, beingReviewed } = quote;
  const notices: Readonly<Partial<Record<PublicQuote['status'], string>>> = {
    accepted: words.isAccepted,
    ordered: words.isAccepted,
    rejected: words.isRejected,
    changes_requested: words.isSentBack,
    expired: words.isExpired,
  };
  if (beingReviewed) return words.isReviewed;
  return beingRevised ? words.isBeingRevised : notices[status];
}

/** A page of one sentence. */
export function sentencePage(title: string, sentence: string, language: DocumentLanguage): string {
  return page(title, language, `<h1>${e(title)}</h1><p>${e(sentence)}</p>`);
}

function page(title: string, language: DocumentLanguage, body: string): string {
  return `<!doctype html>
<html lang="${language}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${e(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}
