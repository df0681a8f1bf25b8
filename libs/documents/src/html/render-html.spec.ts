import { layOut } from '../sheets/lay-out.js';
import { aPrintableInvoice } from '../testing/a-printable-invoice.js';
import { HTML_STYLE } from './html-style.js';
import { renderHtml } from './render-html.js';

it('on a phone stands in one column, in which each cell of its table says what it is', () => {
  const page = renderHtml(layOut(aPrintableInvoice()));
  expect(page).toContain('<meta name="viewport" content="width=device-width">');
  expect(page).toContain('<td class="end" data-label="Unit price"><bdi dir="ltr">49.99</bdi></td>');
  const phone = /@media screen and \(max-width:640px\)\{([\s\S]*?)\n\}/.exec(HTML_STYLE)?.[1] ?? '';
  expect(phone).toContain('.wide table,.wide tbody,.wide tr,.wide td{display:block}');
  expect(phone).not.toContain('overflow-x');
  for (const part of ['header', '.parties', '.sums', '.payment', 'footer']) {
    expect(phone).toMatch(new RegExp(`(^|[\\n,])${part.replace('.', '\\.')}[,{]`));
  }
});

it('says what stands below the sums in the order of the paper', () => {
  const said = { pricesIncludeTax: true, paymentTerms: 'Within 30 days.', notes: 'Thank you.' };
  const page = renderHtml(layOut(aPrintableInvoice(said)));
  const order = ['class="sums"', 'Prices include tax.', '<h2>Payment<', 'Within 30 days.', 'Thank'];
  const at = order.map((text) => page.indexOf(text));
  expect(at).not.toContain(-1);
  expect(at).toEqual(at.toSorted((a, b) => a - b));
});
