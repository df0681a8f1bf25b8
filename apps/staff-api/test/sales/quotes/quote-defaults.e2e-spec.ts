import { expectInvariants } from '../../../../../test/support/invariants.js';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../../test/support/test-database.js';
import { bringIn, exported, type Body } from '../../customization/configuration-support.js';
import { bodyOf, refusal } from '../../access/members.js';
import { done, made, type Json } from '../../objects/objects-support.js';

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});
beforeEach(async () => {
  admin = await api.newAdmin();
  await done(admin, 'PATCH', '/company', { documentLanguage: 'fr' });
});
afterAll(async () => {
  await expectInvariants(t);
  await api.close();
  await t.close();
});

const SETTINGS = {
  quoteValidityDays: 14,
  autoConvert: 'manual',
  startOnConvert: false,
  creditBasis: 'total',
  introduction: 'Thank you for asking.',
  terms: 'As we always do.',
  notes: 'Printed.',
  pricesIncludeTax: true,
  paymentTerms: 'Net 14',
  creditDays: 14,
} as const;
const { introduction, terms, notes, pricesIncludeTax, paymentTerms, creditDays } = SETTINGS;
const SAID = { introduction, terms, notes, pricesIncludeTax, paymentTerms, creditDays };
const save = (body: object) => done(admin, 'PUT', '/settings/quotes', body);

/** A quote, or an order, of one line. */
async function written(path: string, more: object = {}): Promise<Json> {
  const line = { description: 'Till', unitPrice: '119.00', taxRate: '19' };
  const many = path === '/quotes' ? { quantity: '1' } : { ordered: '1' };
  const accountId = (await made(admin, '/accounts', { name: 'Acme' })).id;
  const body = { accountId, currency: 'EUR', lines: [{ ...line, ...many }], ...more };
  return made(admin, path, body);
}

/** An account of a language whose ledger account says when it pays. */
async function agreed(terms: object): Promise<string> {
  const account = await made(admin, '/accounts', { name: 'Muster', language: 'de' });
  await done(admin, 'PATCH', `/ledger-accounts/${String(account.ledgerAccountId)}`, terms);
  return account.id;
}

describe.each(['/quotes', '/sales-orders'])('what the company says, on %s', (path) => {
  it('is nothing until it is saved, but for its language', async () => {
    expect(await written(path)).toMatchObject({
      language: 'fr',
      introduction: null,
      terms: null,
      notes: null,
      pricesIncludeTax: false,
      paymentTerms: null,
      creditDays: null,
      total: '141.61',
    });
  });

  it('is written where nobody else says anything, and stays when that changes', async () => {
    await save(SETTINGS);
    const draft = await written(path);
    expect(draft).toMatchObject({ ...SAID, language: 'fr', subtotal: '100.00', total: '119.00' });
    await save({ quoteValidityDays: 30 });
    await done(admin, 'PATCH', '/company', { documentLanguage: 'it' });
    const patched = await done(admin, 'PATCH', `${path}/${String(draft.id)}`, { title: 'Spring' });
    expect(patched).toMatchObject({ ...SAID, language: 'fr', total: '119.00' });
  });

  it('stands behind what the account says, and that behind the draft', async () => {
    await save(SETTINGS);
    const accountId = await agreed({ paymentTerms: 'Net 60', creditDays: 0 });
    expect(await written(path, { accountId })).toMatchObject({
      ...SAID,
      language: 'de',
      paymentTerms: 'Net 60',
      creditDays: 0,
    });
    const own = {
      language: null,
      introduction: null,
      terms: 'Ours',
      notes: null,
      pricesIncludeTax: false,
      paymentTerms: 'Now',
      creditDays: 3,
    };
    expect(await written(path, { accountId, ...own })).toMatchObject({ ...own, total: '141.61' });
  });

  it('is the language of another customer, where they have none', async () => {
    const accountId = await agreed({});
    const draft = await written(path, { accountId });
    expect(draft).toMatchObject({ language: 'de' });
    const other = (await made(admin, '/accounts', { name: 'Autre' })).id;
    const moved = await done(admin, 'PATCH', `${path}/${String(draft.id)}`, { accountId: other });
    expect(moved).toMatchObject({ language: 'fr' });
  });
});

describe('the settings of quotes', () => {
  it('stand behind a template, and leave out what a version before did not know', async () => {
    await save(SETTINGS);
    const lines = [{ description: 'Till', quantity: '1', unitPrice: '1.00', taxRate: '19' }];
    const template = { name: 'Till', lines, terms: 'Of the template', introduction: null };
    const { id: templateId } = await made(admin, '/quote-templates', template);
    expect(await written('/quotes', { templateId })).toMatchObject({
      terms: 'Of the template',
      introduction,
      notes,
    });
    expect(await save({ quoteValidityDays: 9 })).toMatchObject({
      quoteValidityDays: 9,
      introduction: null,
      pricesIncludeTax: false,
      creditDays: null,
      version: 2,
    });
  });

  it('refuse what no quote could say', async () => {
    const wrong: readonly object[] = [
      { creditDays: -1 },
      { creditDays: 1000 },
      { terms: '' },
      { terms: 'x'.repeat(20_001) },
      { pricesIncludeTax: null },
    ];
    const refused = wrong.map(async (more) => {
      const body = { quoteValidityDays: 30, ...more };
      return refusal(await admin.call('PUT', '/settings/quotes', { body }));
    });
    const [malformed, ...others] = (await Promise.all(refused)).reverse();
    expect(malformed).toEqual([400, 'malformed_request']);
    expect(others).toEqual(others.map(() => [422, 'validation_failed']));
    expect(bodyOf(await admin.call('GET', '/settings/quotes'))).toMatchObject({ version: 0 });
  });

  it('travel with a set-up, and stay where one from before says nothing of them', async () => {
    const documentOf = (parts: object) => ({ format: 'quittance-setup', version: 1, parts });
    const settingsIn = async () =>
      ((await exported(admin)).parts as Record<string, Body[]>).quoteSettings;
    expect(await settingsIn()).toEqual([]);
    await save(SETTINGS);
    expect(await settingsIn()).toEqual([SETTINGS]);
    const there = await api.newAdmin();
    const loaded = await bringIn(there, documentOf({ quoteSettings: [SETTINGS] }));
    expect([loaded.status, loaded.body.errors]).toEqual([200, undefined]);
    const read = async () => bodyOf(await there.call('GET', '/settings/quotes'));
    expect(await read()).toEqual({ ...SETTINGS, version: 1 });
    expect((await bringIn(there, documentOf({}))).status).toBe(200);
    expect(await read()).toEqual({ ...SETTINGS, version: 1 });
    const wrong = documentOf({ quoteSettings: [{ ...SETTINGS, creditDays: 1000 }] });
    const refused = await bringIn(there, wrong);
    expect(refused.status).toBe(409);
    expect(refused.body.errors).toMatchObject([{ pointer: '/parts/quoteSettings/0/creditDays' }]);
  });
});
