import type { DomainError } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { Workshop } from './testing/a-workshop.js';

let t: TestDatabase;
let w: Workshop;

beforeAll(async () => {
  t = await testDatabase();
  w = await Workshop.open(t);
});
afterAll(async () => {
  await w?.close();
  await t?.close();
});

const change = (name: string, settings: object) =>
  w.updateField.execute(w.ctx, 'part', name, { settings: settings as never }, null);
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    ({ code, message }: DomainError) => `${code}: ${message}`,
  );

test('the currency of a field stays while records have amounts in it', async () => {
  await w.define('part', { name: 'cost__c', type: 'currency', settings: { currency: 'USD' } });
  await change('cost__c', { currency: 'GBP' });
  const { id } = await w.make('part', { name: 'P', cost__c: '10.50' });
  const fixed =
    'field_currency_fixed: 1 records have an amount of cost__c in GBP, which a number alone ' +
    'would change the value of; define another field.';
  for (const currency of ['JPY', null]) {
    expect(await refusal(change('cost__c', { currency }))).toBe(fixed);
  }
  const patch = { settings: { currency: 'JPY' } };
  const tried = await w.updateField.dryRun(w.ctx, 'part', 'cost__c', patch);
  expect(tried).toMatchObject({ possible: false });
  expect(await refusal(change('cost__c', { min: '1' }))).toBe('none');
  expect(await w.get('part', id)).toMatchObject({ cost__c: '10.50' });
  await w.change('part', id, { cost__c: null });
  expect(await refusal(change('cost__c', { currency: 'JPY' }))).toBe('none');
});

test('to name the currency that the company has is no change of it', async () => {
  await w.define('part', { name: 'base__c', type: 'currency' });
  await w.make('part', { name: 'P', base__c: '1.00' });
  expect(await refusal(change('base__c', { currency: 'EUR' }))).toBe('none');
  expect(await refusal(change('base__c', { currency: 'USD' }))).toContain('field_currency_fixed');
});
