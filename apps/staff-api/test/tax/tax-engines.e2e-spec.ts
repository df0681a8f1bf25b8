import { expectInvariants } from '../../../../test/support/invariants.js';
import type { StaffClient } from '../../../../test/support/test-api.js';
import { bodyOf, refusal } from '../access/members.js';
import {
  connect,
  draft,
  startTaxStage,
  tellProviders,
  texan,
  type TaxStage,
} from './tax-support.js';

type Body = Record<string, unknown>;

interface LineBody {
  readonly id: string;
  readonly tax: string;
  readonly taxRate: string;
  readonly taxFallback: boolean;
}

let stage: TaxStage;
let admin: StaffClient;
let accountId: string;

beforeAll(async () => {
  stage = await startTaxStage();
});
beforeEach(async () => {
  admin = await stage.api.newAdmin();
  accountId = await texan(stage.t, admin);
});
afterAll(async () => {
  await expectInvariants(stage.t);
  await stage?.close();
});

const linesOf = (invoice: unknown) => (invoice as { lines: LineBody[] }).lines;

async function get<T = Body>(path: string): Promise<T> {
  const answer = await admin.call('GET', path);
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  return answer.body as T;
}

async function transactions(): Promise<Body[]> {
  return (await get<{ data: Body[] }>('/tax/transactions')).data;
}

async function fallbackLines(): Promise<Body[]> {
  return (await get<{ data: Body[] }>('/tax/fallback-lines')).data;
}

describe.each(['avatax', 'taxjar'] as const)('with %s', (name) => {
  beforeEach(() => connect(admin, stage[name]));
  const fake = () => stage[name].fake;

  test('an invoice bears the provider’s tax, and its proof agrees', async () => {
    const invoice = await draft(admin, accountId, [{}, { quantity: '3', unitPrice: '9.99' }]);
    expect(invoice).toMatchObject({ taxTotal: '10.72', total: '140.69' });
    expect(linesOf(invoice)).toMatchObject([
      { tax: '8.25', taxRate: '8.25', taxFallback: false },
      { tax: '2.47', taxRate: '8.25', taxFallback: false },
    ]);
    const proof = await get(`/invoices/${invoice.id}/proof`);
    expect(proof).toMatchObject({ agrees: true });
    expect(await fallbackLines()).toEqual([]);
  });

  test('every change of an invoice is priced anew', async () => {
    const { id, lines } = await draft(admin, accountId);
    const path = `/invoices/${id}`;
    const line = { description: 'More', quantity: '1', unitPrice: '50.00' };
    const added = await admin.call('POST', `${path}/lines`, { body: line });
    expect(added.body).toMatchObject({ taxTotal: '12.38' });
    const changed = await admin.call('PATCH', `${path}/lines/${lines[0]?.id}`, {
      body: { quantity: '2' },
    });
    expect(changed.body).toMatchObject({ taxTotal: '20.63' });
    const second = linesOf(changed.body)[1];
    const removed = await admin.call('DELETE', `${path}/lines/${second?.id}`);
    expect(removed.body).toMatchObject({ taxTotal: '16.50' });
    const moved = await admin.call('PATCH', path, { body: { issueDate: '2026-03-03' } });
    expect(moved.body).toMatchObject({ taxTotal: '16.50' });
  });

  test('what fails falls back to the rate of the line, or to nothing, and is listed', async () => {
    fake().failAlways('error');
    const invoice = await draft(admin, accountId, [{ taxRate: '7' }, {}]);
    expect(invoice.taxTotal).toBe('7.00');
    expect(linesOf(invoice)).toMatchObject([
      { tax: '7.00', taxFallback: true },
      { tax: '0.00', taxFallback: true },
    ]);
    const listed = await fallbackLines();
    expect(listed).toHaveLength(2);
    expect(listed).toContainEqual(
      expect.objectContaining({
        invoiceId: invoice.id,
        position: 1,
        reason: 'unavailable',
        net: '100.00',
        tax: '7.00',
        recalculable: true,
      }),
    );
    fake().failAlways(null);
    const path = `/invoices/${invoice.id}/recalculate-tax`;
    const anew = await admin.call('POST', path, { body: {} });
    expect([anew.status, anew.body]).toEqual([
      200,
      expect.objectContaining({ taxTotal: '16.50', version: 2 }),
    ]);
    expect(await fallbackLines()).toEqual([]);
  });

  test('a sent invoice is not taxed anew', async () => {
    const { id } = await draft(admin, accountId);
    await admin.call('POST', `/invoices/${id}/send`, { body: {} });
    const refused = await admin.call('POST', `/invoices/${id}/recalculate-tax`, { body: {} });
    expect(refusal(refused)).toEqual([409, 'invoice_not_editable']);
  });

  test('sending commits the tax, voiding takes it back', async () => {
    const invoice = await draft(admin, accountId);
    const { id, number } = invoice;
    expect(await transactions()).toEqual([]);
    await admin.call('POST', `/invoices/${id}/send`, { body: {} });
    expect(await transactions()).toMatchObject([
      { invoiceId: id, invoiceNumber: number, provider: name, state: 'pending', tax: '8.25' },
    ]);
    await tellProviders(stage);
    expect(stage[name].hasFinal(admin, invoice)).toBe(true);
    const [committed] = await transactions();
    expect(committed).toMatchObject({ state: 'committed', attempts: 1, error: null });
    await admin.call('POST', `/invoices/${id}/void`, { body: { reason: 'Wrong customer' } });
    expect(await transactions()).toMatchObject([{ state: 'pending', operation: 'void' }]);
    await tellProviders(stage);
    expect(await transactions()).toMatchObject([{ state: 'voided' }]);
    expect(stage[name].hasFinal(admin, invoice)).toBe(false);
    expect(await tellProviders(stage)).toBe(0);
    const refused = await admin.call('POST', `/tax/transactions/${String(committed?.id)}/commit`);
    expect(refusal(refused)).toEqual([409, 'tax_transaction_conflict']);
  });

  test('what is recorded went where its tax was asked for', async () => {
    const place = { line1: '1 Pier', city: 'San Francisco', region: 'CA', country: 'US' };
    const deliveryAddress = { ...place, postalCode: '94111' };
    const before = fake().requests.length;
    const { id } = await draft(admin, accountId, [{}], { deliveryAddress });
    await admin.call('POST', `/invoices/${id}/send`, { body: {} });
    await tellProviders(stage);
    const told = fake()
      .requests.slice(before)
      .map((request) => JSON.stringify(request));
    const places = told.flatMap((request) => request.match(/94111|78701/g) ?? []);
    expect(places.length).toBeGreaterThanOrEqual(2);
    expect(new Set(places)).toEqual(new Set(['94111']));
  });

  test('an invoice voided before the provider heard of it is never left committed', async () => {
    const invoice = await draft(admin, accountId);
    const { id } = invoice;
    await admin.call('POST', `/invoices/${id}/send`, { body: {} });
    await admin.call('POST', `/invoices/${id}/void`, { body: { reason: 'Too early' } });
    await tellProviders(stage);
    expect(await transactions()).toMatchObject([{ state: 'voided' }]);
    expect(stage[name].hasFinal(admin, invoice)).toBe(false);
  });

  test('what could not be committed is shown, and committed when asked again', async () => {
    const invoice = await draft(admin, accountId);
    const { id } = invoice;
    await admin.call('POST', `/invoices/${id}/send`, { body: {} });
    fake().fail('unauthorised');
    await tellProviders(stage);
    const [shown] = await transactions();
    expect(shown).toMatchObject({
      state: 'pending',
      attempts: 1,
      error: expect.stringContaining('credentials'),
      nextAttemptAt: '2026-03-02T09:02:00.000Z',
    });
    expect(await get('/connectors/tax')).toMatchObject({ failingSince: expect.any(String) });
    const path = `/tax/transactions/${String(shown?.id)}`;
    fake().fail('unauthorised');
    expect(refusal(await admin.call('POST', `${path}/commit`))).toEqual([
      503,
      'tax_provider_unavailable',
    ]);
    const done = await admin.call('POST', `${path}/commit`);
    expect([done.status, done.body]).toEqual([
      200,
      expect.objectContaining({ state: 'committed', error: null }),
    ]);
    expect(stage[name].hasFinal(admin, invoice)).toBe(true);
    expect((await admin.call('POST', `${path}/commit`)).body).toEqual(done.body);
    expect(await get(path)).toEqual(done.body);
    expect((await admin.call('POST', `${path}/void`)).body).toMatchObject({ state: 'voided' });
    expect(stage[name].hasFinal(admin, invoice)).toBe(false);
    expect((await admin.call('POST', `${path}/commit`)).body).toMatchObject({ state: 'committed' });
    expect(stage[name].hasFinal(admin, invoice)).toBe(true);
  });

  test('lines are calculated without an invoice', async () => {
    const body = {
      currency: 'USD',
      shipTo: { country: 'US', region: 'TX', city: 'Austin', postalCode: '78701' },
      lines: [{ amount: '200.00' }, { amount: '9.99', taxRate: '5' }],
    };
    const priced = await admin.call('POST', '/tax/calculate', { body });
    expect(priced.body).toMatchObject({
      engine: name,
      lines: [
        { tax: '16.50', fallback: false },
        { tax: '0.82', fallbackReason: null },
      ],
      taxTotal: '17.32',
    });
    fake().fail('malformed', 'malformed');
    const fallen = await admin.call('POST', '/tax/calculate', { body });
    expect(fallen.body).toMatchObject({
      lines: [
        { tax: '0.00', fallback: true, fallbackReason: 'bad_answer' },
        { tax: '0.50', fallback: true, fallbackReason: 'bad_answer' },
      ],
    });
  });

  test('an address is resolved by the provider, or looked at by the built-in engine', async () => {
    const validate = async (body: Body) =>
      bodyOf(await admin.call('POST', '/tax/addresses/validate', { body }));
    const austin = { line1: '9 Elm St', city: 'Austin', region: 'TX', country: 'US' };
    expect(await validate({ ...austin, postalCode: '78701' })).toMatchObject({
      valid: true,
      engine: name,
      address: { city: 'AUSTIN' },
      fallbackReason: null,
    });
    expect(await validate({ ...austin, postalCode: '00000' })).toMatchObject({
      valid: false,
      engine: name,
      problems: [{ code: 'unresolved' }],
    });
    fake().fail('error');
    expect(await validate({ ...austin, postalCode: '78701' })).toMatchObject({
      valid: true,
      engine: 'built_in',
      fallbackReason: expect.any(String),
    });
  });

  test('fallbacks are counted', async () => {
    fake().fail('error', 'error');
    await draft(admin, accountId);
    const { body } = await stage.api.call('GET', '/metrics');
    expect(body).toMatch(
      new RegExp(`tax_fallback_lines_total\\{provider="${name}",reason="unavailable"\\} \\d+`),
    );
  });

  test('a customer’s exemption certificate is told', async () => {
    await admin.call('POST', '/tax/exemptions', {
      body: { accountId, certificate: 'CERT-7', validFrom: '2026-01-01' },
    });
    expect((await draft(admin, accountId)).taxTotal).toBe('0.00');
  });
});

test('a document priced with its tax included keeps its gross', async () => {
  await connect(admin, stage.avatax);
  const line = { description: 'Work', quantity: '1', unitPrice: '108.25' };
  const { body } = await admin.call('POST', '/invoices', {
    body: { accountId, currency: 'USD', pricesIncludeTax: true, lines: [line] },
  });
  expect(body).toMatchObject({ subtotal: '100.00', taxTotal: '8.25', total: '108.25' });
});

describe('with the built-in engine', () => {
  test('the tax of a sent invoice is recorded and final at once', async () => {
    const { id } = await draft(admin, accountId, [{ taxRate: '10' }]);
    await admin.call('POST', `/invoices/${id}/send`, { body: {} });
    const [recorded] = await transactions();
    expect(recorded).toMatchObject({
      provider: 'built_in',
      state: 'committed',
      net: '100.00',
      tax: '10.00',
      total: '110.00',
    });
    expect(await fallbackLines()).toEqual([]);
    await admin.call('POST', `/invoices/${id}/void`, { body: { reason: 'Never owed' } });
    expect(await transactions()).toMatchObject([{ state: 'voided', operation: 'void' }]);
    expect(await tellProviders(stage)).toBe(0);
  });

  test('can be voided and committed by hand while the invoice stands', async () => {
    const { id } = await draft(admin, accountId);
    await admin.call('POST', `/invoices/${id}/send`, { body: {} });
    const [{ id: transaction } = {}] = await transactions();
    const path = `/tax/transactions/${String(transaction)}`;
    expect((await admin.call('POST', `${path}/void`)).body).toMatchObject({ state: 'voided' });
    expect((await admin.call('POST', `${path}/commit`)).body).toMatchObject({ state: 'committed' });
    const stranger = await stage.api.newAdmin();
    expect((await stranger.call('GET', path)).status).toBe(404);
    expect((await stranger.call('POST', `${path}/void`)).status).toBe(404);
  });

  test('a draft is taxed anew by the rates of today', async () => {
    const line = { description: 'Work', quantity: '1', unitPrice: '100.00' };
    await admin.call('POST', '/tax/codes', {
      body: { code: 'standard', name: 'Standard', isDefault: true },
    });
    const { id } = bodyOf<{ id: string }>(
      await admin.call('POST', '/invoices', {
        body: { accountId, currency: 'USD', lines: [line] },
      }),
    );
    await admin.call('POST', '/tax/seed', { body: { countries: ['US'] } });
    const anew = await admin.call('POST', `/invoices/${id}/recalculate-tax`, { body: {} });
    expect(anew.body).toMatchObject({ taxTotal: '6.25' });
  });
});
