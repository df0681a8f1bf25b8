import { createHash } from 'node:crypto';
import { qrCode, qrPath } from '../codes/qr-code.js';
import {
  belowSums,
  type Sheet,
  type SheetFact,
  type SheetPayment,
  type SheetSignature,
  type SheetTable,
  type SheetTaxes,
} from '../sheets/sheet.js';
import { escapeHtml } from './escape-html.js';
import { HTML_STYLE } from './html-style.js';

/** What the page may load: its own style and pictures inside it, nothing else. */
export const HTML_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(HTML_STYLE).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Paints a sheet as one page of the web that needs nothing from anywhere. Pure. */
export function renderHtml(sheet: Sheet): string {
  const { language, direction, title, number, mark } = sheet;
  return [
    '<!doctype html>',
    `<html lang="${language}" dir="${direction}">`,
    '<head><meta charset="utf-8">',
    `<title>${escapeHtml(`${title} ${number}`)}</title>`,
    '<meta name="viewport" content="width=device-width">',
    `<style>${HTML_STYLE}</style></head><body><main>`,
    mark ? `<div class="mark" aria-hidden="true">${escapeHtml(mark)}</div>` : '',
    senderOf(sheet),
    `<h1>${escapeHtml(title)}${mark ? ` <small>${escapeHtml(mark)}</small>` : ''}</h1>`,
    partiesOf(sheet),
    sheet.opening ? `<p class="text" dir="auto">${escapeHtml(sheet.opening)}</p>` : '',
    tableOf(sheet.table),
    sumsOf(sheet),
    ...belowSums(sheet).map((each) =>
      each.kind === 'paragraph' ? paragraphOf(each.paragraph) : paymentOf(each.block),
    ),
    sheet.signature ? signatureOf(sheet.signature) : '',
    `<footer>${sheet.footer.map((lines) => `<div>${linesOf(lines)}</div>`).join('')}</footer>`,
    '</main></body></html>\n',
  ].join('\n');
}

/** Names and numbers keep the direction of their own letters. */
function own(text: string): string {
  return `<bdi>${escapeHtml(text)}</bdi>`;
}

function linesOf(lines: readonly string[]): string {
  return lines.map(own).join('<br>');
}

function senderOf({ seller }: Sheet): string {
  const { logo, name, lines } = seller;
  const head = logo
    ? `<img src="${escapeHtml(logo)}" alt="${escapeHtml(name)}">`
    : `<div class="wordmark">${own(name)}</div>`;
  const named = logo ? `<strong>${own(name)}</strong><br>` : '';
  return `<header><div>${head}</div><div class="sender">${named}${linesOf(lines)}</div></header>`;
}

function partiesOf({ buyer, facts }: Sheet): string {
  const { heading, name, lines } = buyer;
  const address = `<address><strong>${own(name)}</strong><br>${linesOf(lines)}</address>`;
  const receiver = `<section><h2>${escapeHtml(heading)}</h2>${address}</section>`;
  return `<div class="parties">${receiver}${factsOf(facts)}</div>`;
}

function factsOf(facts: readonly SheetFact[]): string {
  const items = facts.map(
    ({ label, value }) => `<dt>${escapeHtml(label)}</dt><dd>${own(value)}</dd>`,
  );
  return `<dl>${items.join('')}</dl>`;
}

function headOf({ columns }: SheetTable | SheetTaxes): string {
  const cells = columns.map(
    ({ label, align }) => `<th scope="col"${endClass(align)}>${escapeHtml(label)}</th>`,
  );
  return `<thead><tr>${cells.join('')}</tr></thead>`;
}

function endClass(align: 'start' | 'end' | undefined): string {
  return align === 'end' ? ' class="end"' : '';
}

function tableOf(table: SheetTable): string {
  const columnOf = (i: number) => table.columns[i]?.label ?? '';
  const rows = table.rows.map(({ cells, details, charges = [], strong }) => {
    const columns = cells.map((cell, i) => {
      if (i !== table.textColumn) return figureCell(cell, table.columns[i]?.align, columnOf(i));
      const below = [...details, ...charges]
        .map((detail) => `<small>${own(detail)}</small>`)
        .join('');
      return `<td class="text" dir="auto">${escapeHtml(cell)}${below}</td>`;
    });
    return `<tr${strong ? ' class="strong"' : ''}>${columns.join('')}</tr>`;
  });
  // On a phone each row is a block of its own, whose cells say what they are.
  const whole = `<table>${headOf(table)}<tbody>\n${rows.join('\n')}\n</tbody></table>`;
  return `<div class="wide">${whole}</div>`;
}

function figureCell(text: string, align: 'start' | 'end' | undefined, label = ''): string {
  const said = label && text ? ` data-label="${escapeHtml(label)}"` : '';
  return `<td${endClass(align)}${said}><bdi dir="ltr">${escapeHtml(text)}</bdi></td>`;
}

function sumsOf({ taxes, totals }: Sheet): string {
  const rows = totals.map(
    ({ label, value, weight }) =>
      `<tr class="${weight}"><td>${escapeHtml(label)}</td>${figureCell(value, 'end')}</tr>`,
  );
  const sums = `<table><tbody>${rows.join('')}</tbody></table>`;
  return `<div class="sums"><div>${taxes ? taxesOf(taxes) : ''}</div>${sums}</div>`;
}

function taxesOf(taxes: SheetTaxes): string {
  const rows = taxes.rows.map(
    ([name = '', ...figures]) =>
      `<tr><td>${own(name)}</td>${figures.map((each) => figureCell(each, 'end')).join('')}</tr>`,
  );
  const table = `<table>${headOf(taxes)}<tbody>${rows.join('')}</tbody></table>`;
  return `<h2>${escapeHtml(taxes.heading)}</h2>${table}`;
}

function paymentOf({ heading, facts, link, qr }: SheetPayment): string {
  const anchor = link
    ? `<a href="${escapeHtml(link.url)}" rel="noopener noreferrer">${escapeHtml(link.label)}</a>`
    : '';
  const words = `<div><h2>${escapeHtml(heading)}</h2>${anchor}${factsOf(facts)}</div>`;
  return `<section class="payment">${words}${qr ? codeOf(qr.content, qr.caption) : ''}</section>`;
}

function codeOf(content: string, caption: string): string {
  const code = qrCode(content);
  if (!code) return '';
  const size = code.length + 4;
  const label = escapeHtml(caption);
  const svg =
    `<svg viewBox="-2 -2 ${size} ${size}" role="img" aria-label="${label}" ` +
    `shape-rendering="crispEdges"><path d="${qrPath(code)}"/></svg>`;
  return `<figure>${svg}<figcaption>${label}</figcaption></figure>`;
}

function paragraphOf({ heading, text }: Sheet['paragraphs'][number]): string {
  const head = heading ? `<h2>${escapeHtml(heading)}</h2>` : '';
  return `<section>${head}<p class="text" dir="auto">${escapeHtml(text)}</p></section>`;
}

function signatureOf({ heading, facts, picture, typed, blanks }: SheetSignature): string {
  const name = typed ? `<p class="typed" dir="auto">${escapeHtml(typed)}</p>` : '';
  const drawn = picture ? `<img src="${escapeHtml(picture)}" alt="">` : '';
  const rules = blanks.map((label) => `<div>${escapeHtml(label)}</div>`).join('');
  const hand = rules ? `<div class="blanks">${rules}</div>` : '';
  const said = facts.length > 0 ? factsOf(facts) : '';
  const head = `<h2>${escapeHtml(heading)}</h2>`;
  return `<section class="signature">${head}${said}${name}${drawn}${hand}</section>`;
}
