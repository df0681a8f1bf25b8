import { layOut } from '../sheets/lay-out.js';
import { aPrintableInvoice } from '../testing/a-printable-invoice.js';
import { HTML_STYLE } from './html-style.js';
import { renderHtml } from './render-html.js';

it('on a phone stands in one column, and only its table is moved sideways', () => {
  const page = renderHtml(layOut(aPrintableInvoice()));
  expect(page).toContain('<meta name="viewport" content="width=device-width">');
  expect(page).toContain('<div class="wide"><table>');
  const phone = /@media screen and \(max-width:640px\)\{([\s\S]*?)\n\}/.exec(HTML_STYLE)?.[1] ?? '';
  expect(phone).toContain('.wide{overflow-x:auto}');
  for (const part of ['header', '.parties', '.sums', '.payment', 'footer']) {
    expect(phone).toMatch(new RegExp(`(^|[\\n,])${part.replace('.', '\\.')}[,{]`));
  }
});
