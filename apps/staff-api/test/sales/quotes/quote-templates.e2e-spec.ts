import { expectInvariants } from '../../../../../test/support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { bodyOf, memberWith, refusal } from '../../access/members.js';
import { newAccount, pointersOf } from '../../receivables/billing-support.js';

interface Body {
  readonly id: string;
  readonly version: number;
  readonly issueDate: string;
  readonly validUntil: string;
  readonly total: string;
}

let t: TestDatabase;
let api: TestStaffApi;
let accountId: string;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  accountId = await newAccount(t, api.company);
});
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

const call: TestStaffApi['admin']['call'] = (...args) => api.admin.call(...args);
const post = (path: string, body: object = {}) => call('POST', path, { body });
const daysValid = ({ issueDate, validUntil }: Body) =>
  (Date.parse(validUntil) - Date.parse(issueDate)) / 86_400_000;

const LINE = { description: 'Till', quantity: '2', unitPrice: '50.00', taxRate: '19' };
const TEMPLATE = {
  name: 'Till system',
  title: 'New till',
  terms: 'Thirty days.',
  validityDays: 14,
  termMonths: 12,
  deposit: { percent: '30' },
  signatureRequired: true,
  lines: [LINE, { ...LINE, description: 'Drawer', quantity: '1', optional: true }],
};

describe('a quote template', () => {
  it('is copied into a quote wherever the quote says nothing, and not linked', async () => {
    const made = await post('/quote-templates', TEMPLATE);
    expect([made.status, made.body]).toMatchObject([
      201,
      { ...TEMPLATE, version: 1, active: true },
    ]);
    const template = bodyOf<Body>(made);
    const begun = { accountId, currency: 'EUR', templateId: template.id };
    const answer = await post('/quotes', { ...begun, title: 'For Acme', terms: null });
    const quote = bodyOf<Body>(answer);
    expect([answer.status, quote]).toMatchObject([
      201,
      {
        templateId: template.id,
        title: 'For Acme',
        terms: null,
        termMonths: 12,
        deposit: { percent: '30' },
        signatureRequired: true,
        total: '119.00',
        figures: { withOptions: { gross: '178.50' } },
        lines: [{ description: 'Till' }, { description: 'Drawer', selected: false }],
      },
    ]);
    expect(daysValid(quote)).toBe(14);
    const change = { body: { title: 'Another', lines: [], active: false } };
    const changed = await call('PATCH', `/quote-templates/${template.id}`, change);
    expect(changed.body).toMatchObject({ version: 2, lines: [], title: 'Another' });
    expect((await call('GET', `/quotes/${quote.id}`)).body).toEqual(quote);
    expect(pointersOf(await post('/quotes', begun))).toEqual(['/templateId']);
    const own = await post('/quotes', { ...begun, templateId: undefined, lines: [LINE] });
    expect(own.body).toMatchObject({ templateId: null, deposit: null, signatureRequired: false });
    expect(pointersOf(await post('/quotes', { accountId, currency: 'EUR' }))).toEqual(['/lines']);
  });

  it('begins a quote with its allowances and charges, unless the quote says its own', async () => {
    const adjustments = [{ kind: 'allowance', reason: 'Loyalty', percent: '10' }];
    const made = await post('/quote-templates', {
      name: 'With loyalty',
      lines: [LINE],
      adjustments,
    });
    expect(made.body).toMatchObject({ adjustments });
    const begun = { accountId, currency: 'EUR', templateId: bodyOf<Body>(made).id };
    const quote = (await post('/quotes', begun)).body;
    expect(quote).toMatchObject({ adjustments, total: '107.10' });
    const own = (await post('/quotes', { ...begun, adjustments: null })).body;
    expect(own).toMatchObject({ adjustments: null, total: '119.00' });
  });

  it('is refused with what no quote could be written with', async () => {
    const faulty = (over: object) => post('/quote-templates', { ...TEMPLATE, name: 'X', ...over });
    expect(pointersOf(await faulty({ deposit: { percent: '0' } }))).toEqual(['/deposit']);
    expect(pointersOf(await faulty({ deposit: {} }))).toEqual(['/deposit']);
    const recurring = { ...LINE, kind: 'recurring' };
    expect(pointersOf(await faulty({ lines: [LINE, recurring] }))).toEqual(['/lines/1/frequency']);
    expect((await faulty({ language: 'zz' })).status).toBe(422);
    expect(pointersOf(await post('/quote-templates', TEMPLATE))).toEqual(['/name']);
    const reader = await memberWith(api, { matrix: { quotes: ['view'] } });
    const refused = await reader.call('POST', '/quote-templates', { body: TEMPLATE });
    expect(refusal(refused)).toEqual([403, 'permission_denied']);
  });
});

describe('the settings of quotes', () => {
  it('say for how many days a quote is valid that says nothing else', async () => {
    const quote = async () =>
      bodyOf<Body>(await post('/quotes', { accountId, currency: 'EUR', lines: [LINE] }));
    const said = { introduction: null, terms: null, notes: null };
    const terms = { pricesIncludeTax: false, paymentTerms: null, creditDays: null };
    const ways = { autoConvert: 'manual', startOnConvert: false, creditBasis: 'total' };
    const rest = { ...ways, ...said, ...terms };
    expect((await call('GET', '/settings/quotes')).body).toEqual({
      quoteValidityDays: 30,
      ...rest,
      version: 0,
    });
    expect(daysValid(await quote())).toBe(30);
    const save = (quoteValidityDays: number, headers = {}) =>
      call('PUT', '/settings/quotes', { body: { quoteValidityDays }, headers });
    expect((await save(45)).body).toEqual({ quoteValidityDays: 45, ...rest, version: 1 });
    expect(daysValid(await quote())).toBe(45);
    expect((await save(5000)).status).toBe(422);
    expect((await save(10, { 'if-match': '"7"' })).status).toBe(412);
  });
});

describe('the deposit of a quote', () => {
  it('is no more than the quote, of which it is judged when that is submitted', async () => {
    const draft = { accountId, currency: 'EUR', lines: [LINE], deposit: { amount: '119.01' } };
    const quote = bodyOf<Body>(await post('/quotes', draft));
    const submit = () => post(`/quotes/${quote.id}/submit`);
    expect(refusal(await submit())).toEqual([422, 'deposit_exceeds_quote']);
    const patch = (deposit: object | null) =>
      call('PATCH', `/quotes/${quote.id}`, { body: { deposit } });
    expect(pointersOf(await patch({ amount: '1.001' }))).toEqual(['/deposit/amount']);
    expect((await patch(null)).body).toMatchObject({ deposit: null });
    expect((await patch({ amount: '119.00' })).body).toMatchObject({
      deposit: { amount: '119.00' },
    });
    expect((await submit()).body).toMatchObject({ status: 'submitted' });
    const page = await call('GET', `/quotes/${quote.id}/print`);
    expect(page.body).toContain('Deposit');
  });
});

describe('what was taken of a quote and means nothing', () => {
  const draft = (over: object) =>
    post('/quotes', { accountId, currency: 'EUR', lines: [LINE], ...over });
  const line = (over: object) => draft({ lines: [{ ...LINE, ...over }] });

  it.each([
    ['a language nobody prints', () => draft({ language: 'zz' })],
    [
      'a discount of no periods',
      () => line({ kind: 'recurring', frequency: 'monthly', discountPeriods: 0 }),
    ],
    ['a discount of nothing on a line', () => line({ discount: { amount: '0.00' } })],
    ['no percent off a line', () => line({ discount: { percent: '0' } })],
    ['a discount of nothing on all of it', () => draft({ discount: { amount: '0' } })],
  ])('is refused: %s', async (_, send) => {
    expect(refusal(await send())).toEqual([422, 'validation_failed']);
  });
});
