import { pdfText } from '../../../../test/support/texts/pdf-text.js';
import { CustomerStage } from '../customer-stage.js';
import { PortalStage } from '../portal-stage.js';

interface Shown {
  readonly lines: readonly Readonly<Record<string, unknown>>[];
}

let stage: PortalStage;
let acme: CustomerStage;
let accountId: string;
let quote: { readonly id: string; readonly token: string };
beforeAll(async () => {
  stage = await PortalStage.open();
  acme = await CustomerStage.of(stage);
  accountId = await acme.account('Acme');
  const of = { code: 'calls', name: 'Calls', aggregation: 'sum', unit: 'call' };
  const meter = await acme.made('/meters', of);
  const product = await acme.made('/products', { sku: 'API', name: 'API', kind: 'recurring' });
  const plan = await acme.made('/plans', { name: 'API', productId: product.id });
  const price = { currency: 'EUR', model: 'per_unit', unitPrice: '0.0777' };
  await acme.made(`/plans/${plan.id}/versions`, {
    frequency: 'monthly',
    prices: [{ currency: 'EUR', unitPrice: '50.00' }],
    charges: [{ key: 'calls', meterId: meter.id, name: 'API calls', prices: [price] }],
    minimums: [{ currency: 'EUR', amount: '66.66' }],
  });
  const line = { kind: 'recurring', productId: product.id, frequency: 'monthly', taxRate: '19' };
  const { id } = await acme.made('/quotes', {
    accountId,
    currency: 'EUR',
    lines: [{ ...line, unitPrice: '40.00' }],
  });
  await acme.made(`/quotes/${id}/submit`, {});
  await acme.made(`/quotes/${id}/approve`, {});
  const sent = (await acme.made(`/quotes/${id}/send`, {})) as object as {
    readonly link: { readonly token: string };
  };
  quote = { id, token: sent.link.token };
});
afterAll(() => stage.close());

const fetched = (path: string) => fetch(`${stage.portal.url}${path}`);
const textOf = async (answer: Response) =>
  pdfText(Buffer.from(await answer.arrayBuffer())).join('\n');
const CHARGE = {
  key: 'calls',
  name: 'API calls',
  unit: 'call',
  included: null,
  model: 'per_unit',
  unitPrice: '0.0777',
};

describe('what usage of a quote costs', () => {
  it('is told whoever holds its link: by the API, on the page and on paper', async () => {
    const { token } = quote;
    const told = (await (await fetched(`/public/quotes/${token}`)).json()) as { quote: Shown };
    expect(told.quote.lines[0]).toMatchObject({ charges: [CHARGE], usageMinimum: '66.66' });
    const page = (await (await fetched(`/q/${token}`)).text()).replaceAll(/[\u2066-\u2069]/g, '');
    for (const words of ['API calls: 0.0777 EUR / call', 'At least 66.66 EUR in each period']) {
      expect(page).toContain(words);
    }
    const paper = await textOf(await fetched(`/public/quotes/${token}/pdf`));
    expect(paper).toContain('0.0777');
  });

  it('is shown customers who may see prices, and nobody else', async () => {
    const sees = await acme.person({ partyId: accountId });
    const blind = await acme.person({ partyId: accountId, without: ['seePricing'] });
    const path = `/quotes/${quote.id}`;
    const [priced, plain] = [await sees.call('GET', path), await blind.call('GET', path)];
    expect((priced.body as Shown).lines[0]).toMatchObject({
      charges: [CHARGE],
      usageMinimum: '66.66',
    });
    expect(JSON.stringify(priced.body)).not.toMatch(/planId|planVersionId/);
    const all = JSON.stringify(plain.body);
    expect([plain.status, all]).toEqual([200, expect.stringContaining('API')]);
    expect(all).not.toMatch(/charges|usageMinimum|0\.0777|66\.66/);
  });
});
