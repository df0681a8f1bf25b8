import type { DocumentLanguage } from '@quittance/company';
import {
  figures,
  frequencyName,
  isRightToLeft,
  labelsOf,
  renewalText,
  termText,
  unitWord,
  type Figures,
  type Labels,
} from '@quittance/documents/host';
import { formatMinor, parseMinor, sumOf } from '@quittance/money';
import type { PublicQuote } from '@quittance/sales/host';
import { createHash } from 'node:crypto';
import { answerForms } from './quote-page-forms.js';
import { e, text } from './quote-page-html.js';
import { quoteWords, type QuoteWords } from './words/quote-words.js';

const STYLE = `
:root{color-scheme:light dark}
body{margin:0;font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main{max-width:44rem;margin:0 auto;padding:1rem}
h1{font-size:1.4rem;margin:.5rem 0}
h2{font-size:1.1rem;margin:1.5rem 0 .5rem}
.text{white-space:pre-line;overflow-wrap:anywhere}
.line{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1rem;padding:.6rem 0;
border-block-start:1px solid #8886}
.line p{margin:0;flex:1 1 14rem;overflow-wrap:anywhere}
.line small{display:block;opacity:.75}
.sum{display:flex;justify-content:space-between;gap:1rem}
.total{font-weight:700;font-size:1.15rem}
label{display:block;margin:.6rem 0 .2rem}
input:not([type=checkbox]),textarea{width:100%;box-sizing:border-box;font:inherit;padding:.5rem}
button{font:inherit;padding:.7rem 1.2rem;margin-block-start:.8rem}
details{margin-block-start:1rem;border-block-start:1px solid #8886;padding-block-start:.6rem}
`;

/** The one style above, forms that lead back here, and nothing else. */
export const QUOTE_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

type Line = PublicQuote['lines'][number];

/** What the page shows beside the quote. */
export interface QuotePageFacts {
  readonly token: string;
  readonly nonce: string;
  /** What was just done, or refused. */
  readonly said?: string | null;
  /** The form that was refused. */
  readonly typed?: URLSearchParams | null;
}

/** What the parts of the page are written with. */
interface Writing {
  readonly language: DocumentLanguage;
  readonly labels: Labels;
  readonly words: QuoteWords;
  readonly write: Figures;
  readonly money: (text: string) => string;
  /** Of what is taken off. */
  readonly less: (text: string) => string;
}

/** A quote to be read in its language, and answered by plain forms, on a phone too. */
export function quotePage(
  quote: PublicQuote,
  { token, nonce, said, typed = null }: QuotePageFacts,
): string {
  const { language, currency, locale, title, number, revision } = quote;
  const write = figures({ language, locale }, currency);
  const money = (amount: string) =>
    `<bdi dir="ltr">${e(write.money(parseMinor(amount, currency) ?? 0n))}</bdi>`;
  const less = (amount: string) => write.amount(-(parseMinor(amount, currency) ?? 0n));
  const [labels, words] = [labelsOf(language), quoteWords(language)];
  const writing: Writing = { language, labels, words, write, money, less };
  const name = title ?? labels.quote;
  const told = noticeOf(quote, words);
  const answers = quote.open || (quote.beingReviewed && typed !== null);
  const newer = revision > 1 ? ` (${labels.revision} ${revision})` : '';
  return page(
    `${name} ${number}`,
    language,
    `${said && said !== told ? `<p role="status"><strong>${e(said)}</strong></p>` : ''}
<p>${e(quote.seller.name)}</p>
<h1><span dir="auto">${e(name)}</span> <bdi>${e(number)}</bdi>${e(newer)}</h1>
<p>${e(quote.billTo.name)}<br>${e(labels.quoteDate)} <bdi>${e(write.date(quote.issueDate))}</bdi> ·
${e(labels.validUntil)} <bdi>${e(write.date(quote.validUntil))}</bdi></p>
${told ? `<p><strong>${e(told)}</strong></p>` : ''}
${text(quote.introduction)}
${quote.lines.map((line, i) => lineHtml(line, writing, sumOfLine(quote, i))).join('\n')}
${totalsHtml(quote, writing)}
${termHtml(quote, writing)}
${text(quote.notes)}
<p><a href="/public/quotes/${e(token)}/pdf">${e(words.download)}</a></p>
${quote.terms ? `<h2>${e(labels.terms)}</h2>${text(quote.terms)}` : ''}
${quote.paymentTerms ? `<p>${e(labels.paymentTerms)}: ${e(quote.paymentTerms)}</p>` : ''}
${answers ? answerForms(quote, { nonce, words, typed }) : ''}`,
  );
}

function totalsHtml(quote: PublicQuote, { labels, money }: Writing): string {
  const { subtotal, taxTotal, total, figures: known } = quote;
  const row = (label: string, amount: string, more = '') =>
    `<p class="sum${more}"><span>${e(label)}</span><span>${money(amount)}</span></p>`;
  const every = Object.entries(known.recurring).map(([frequency, { gross }]) =>
    row(frequencyName(frequency as keyof typeof known.recurring, labels), gross),
  );
  const recurs = every.length > 0;
  return [
    `<h2>${e(labels.total)}</h2>`,
    row(labels.subtotal, subtotal),
    row(labels.taxAmount, taxTotal),
    row(labels.total, total, ' total'),
    ...every,
    ...(recurs ? [row(labels.firstInvoice, known.firstInvoice.gross)] : []),
    ...(recurs && known.tcv ? [row(labels.overTerm, known.tcv.gross)] : []),
    ...(quote.deposit === null ? [] : [row(labels.depositDue, quote.deposit)]),
    ...(known.withOptions.gross === total
      ? []
      : [row(labels.withOptions, known.withOptions.gross)]),
  ].join('\n');
}

function termHtml({ termMonths, renewal, lines }: PublicQuote, writing: Writing): string {
  const { labels, write } = writing;
  if (!lines.some(({ frequency }) => frequency !== null)) return '';
  const renews = renewalText(renewal, labels, write);
  const goesOn = renews ? `<br>${e(labels.renewal)}: ${e(renews)}` : '';
  return `<p>${e(labels.term)}: ${e(termText(termMonths, labels))}${goesOn}</p>`;
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

/** What a line comes to, as its price is said: the sums below add the tax. */
const amountOf = ({ pricesIncludeTax }: PublicQuote, { net, total }: Line): string =>
  pricesIncludeTax ? total : net;

/** What stands behind a line; behind a section what its lines come to. */
function sumOfLine(quote: PublicQuote, at: number): string {
  const line = quote.lines[at];
  return line && line.kind !== 'section' ? amountOf(quote, line) : sectionSum(quote, at);
}

/** As the lines are shown: the chosen ones behind a section, up to the next. */
function sectionSum(quote: PublicQuote, at: number): string {
  const { lines, currency } = quote;
  const behind = lines.slice(at + 1);
  const next = behind.findIndex(({ kind }) => kind === 'section' || kind === 'adjustment');
  const own = behind.slice(0, next < 0 ? undefined : next).filter(({ selected }) => selected);
  return formatMinor(
    sumOf(own.map((line) => parseMinor(amountOf(quote, line), currency) ?? 0n)),
    currency,
  );
}

/** What was taken off the line, which its sum is without. */
function lessOf({ discount, discountAmount, share }: Line, { labels, write, less }: Writing) {
  const percent = discount && 'percent' in discount ? ` ${write.percent(discount.percent)}` : '';
  return [
    ...(isNone(discountAmount) ? [] : [`${labels.discount}${percent} ${less(discountAmount)}`]),
    ...(isNone(share) ? [] : [`${labels.documentDiscount} ${less(share)}`]),
  ];
}

const isNone = (amount: string): boolean => /^[-0.]*$/.test(amount);

function lineHtml(line: Line, writing: Writing, sum: string): string {
  const { labels, write, money } = writing;
  const { kind, description, frequency, optional, selected, unitPrice } = line;
  if (kind === 'section') {
    const shown = `<span>${money(sum)}</span>`;
    return `<div class="line"><h2 dir="auto">${e(description)}</h2>${shown}</div>`;
  }
  if (kind === 'note') return `<div class="line">${text(description)}</div>`;
  if (line.adjustment) {
    const named = e(line.adjustment === 'allowance' ? labels.allowance : labels.surcharge);
    const said = `<p>${named}: <span dir="auto">${e(description)}</span></p>`;
    return `<div class="line">${said}<span>${money(sum)}</span></div>`;
  }
  const price = unitPrice === null ? '' : ` × ${write.price(unitPrice)}`;
  const unit = unitWord(line.unit, writing.language);
  const counted = `<bdi>${e(`${write.number(line.quantity)} ${unit}${price}`)}</bdi>`;
  const more = [
    ...(frequency ? [frequencyName(frequency, labels)] : []),
    ...lessOf(line, writing),
    ...(optional ? [labels.optional] : []),
    ...(optional && !selected ? [labels.notChosen] : []),
  ];
  const small = [counted, ...more.map(e)].join(', ');
  const said = `<p><span dir="auto">${e(description)}</span><small>${small}</small></p>`;
  return `<div class="line">${said}<span>${money(sum)}</span></div>`;
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
