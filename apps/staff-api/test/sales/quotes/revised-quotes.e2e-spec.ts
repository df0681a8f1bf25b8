import { expectInvariants } from '../../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { bodyOf, refusal } from '../../access/members.js';
import { made } from '../../objects/objects-support.js';
import { newAccount } from '../../receivables/billing-support.js';

interface Line {
  readonly id: string;
  readonly unitPrice: string | null;
}
interface QuoteBody {
  readonly id: string;
  readonly number: string;
  readonly revision: number;
  readonly total: string;
  readonly lines: readonly Line[];
}

let t: TestDatabase;
let api: TestStaffApi;
let accountId: string;
let productId: string;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  accountId = await newAccount(t, api.company);
  productId = (await made(api.admin, '/products', { sku: 'BOLT', name: 'Bolt' })).id;
  const book = { name: 'List', currency: 'EUR', isDefault: true };
  const { id } = await made(api.admin, '/pricebooks', book);
  for (const [minQuantity, unitPrice] of [
    ['1', '10'],
    ['10', '9'],
    ['100', '8'],
  ]) {
    await made(api.admin, `/pricebooks/${id}/entries`, { productId, minQuantity, unitPrice });
  }
});
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

const operate = (id: string, step: string, body: object = {}) =>
  api.admin.call('POST', `/quotes/${id}/${step}`, { body });
const done = async (id: string, step: string, body: object = {}) => {
  const answer = await operate(id, step, body);
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
  return bodyOf<QuoteBody>(answer);
};
const drafted = async (body: object) =>
  bodyOf<QuoteBody>(await api.admin.call('POST', '/quotes', { body: { accountId, ...body } }));
async function sent(id: string): Promise<void> {
  for (const step of ['submit', 'approve', 'send']) await done(id, step);
}

describe('options of a quote whose tiers go across it', () => {
  const of = (optional: object) => ({
    tiersAcross: 'document',
    lines: [
      { productId, quantity: '60', taxRate: '0' },
      { productId, quantity: '40', taxRate: '0', optional: true, ...optional },
    ],
  });
  const prices = ({ lines }: QuoteBody) => lines.map(({ unitPrice }) => Number(unitPrice));
  const accept = ({ id }: QuoteBody, selections: readonly object[]) =>
    done(id, 'accept', { name: 'Bo', evidence: 'By telephone', selections });

  it('are accepted at what they were shown at, to the cent', async () => {
    const quote = await drafted(of({ selected: true }));
    expect([prices(quote), quote.total]).toEqual([[8, 8], '800.00']);
    const lineId = quote.lines[1]?.id;
    await sent(quote.id);
    const accepted = await accept(quote, [{ lineId }]);
    expect([prices(accepted), accepted.total]).toEqual([[8, 8], '800.00']);
  });

  it('count for other lines only while they are selected', async () => {
    const quote = await drafted(of({ minQuantity: '30', maxQuantity: '50' }));
    expect([prices(quote), quote.total]).toEqual([[9, 8], '540.00']);
    const lineId = quote.lines[1]?.id;
    await sent(quote.id);
    const less = await accept(quote, [{ lineId, quantity: '35' }]);
    // Together they are 95; what is no option costs what it was offered at.
    expect([prices(less), less.total]).toEqual([[9, 9], '855.00']);
  });
});

describe('a quote whose revision was given up', () => {
  const lines = [{ description: 'Work', quantity: '1', unitPrice: '10', taxRate: '0' }];

  it('is revised again under the next number, and is the newest until then', async () => {
    const { id, number } = await drafted({ lines });
    await sent(id);
    await done(id, 'reject', { reason: 'Too dear' });
    const second = await done(id, 'revise');
    await done(second.id, 'cancel', { reason: 'Not so' });
    const newest = async () =>
      bodyOf<QuoteBody>(await api.admin.call('GET', `/quotes/by-number/${number}`)).id;
    expect(await newest()).toBe(id);
    const third = await done(id, 'revise');
    expect([third.number, third.revision]).toEqual([number, 3]);
    expect(await newest()).toBe(third.id);
  });

  it('stays that of its customer, who has the link', async () => {
    const other = await newAccount(t, api.company);
    const draft = await drafted({ lines });
    const patch = (quoteId: string) =>
      api.admin.call('PATCH', `/quotes/${quoteId}`, { body: { accountId: other } });
    expect((await patch(draft.id)).status).toBe(200);
    await sent(draft.id);
    await done(draft.id, 'reject', { reason: 'Too dear' });
    const back = { body: { accountId } };
    const next = await done(draft.id, 'revise');
    const answer = await api.admin.call('PATCH', `/quotes/${next.id}`, back);
    expect(refusal(answer)).toEqual([422, 'validation_failed']);
    expect(answer.body).toMatchObject({ errors: [{ pointer: '/accountId' }] });
  });
});
