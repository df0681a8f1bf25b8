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

async function refusal(work: Promise<unknown>): Promise<string[]> {
  const { code, options } = await work.then(
    () => Promise.reject(new Error('It was expected to be refused')),
    (error: DomainError) => error,
  );
  return [code, ...(options.errors ?? []).map((each) => `${each.pointer} ${each.code}`)];
}

describe('a custom field that is opened to a portal', () => {
  test('is not unique and written at a portal, whichever is said first', async () => {
    const change = (name: string, patch: object) =>
      refusal(w.updateField.execute(w.ctx, 'part', name, patch, null));
    const conflict = ['validation_failed', '/portals conflict'];
    await w.define('part', { name: 'sent__c', type: 'text', portals: { customer: 'write' } });
    expect(await change('sent__c', { unique: true })).toEqual(conflict);
    await w.define('part', { name: 'only__c', type: 'text', unique: true });
    expect(await change('only__c', { portals: { partner: 'write' } })).toEqual(conflict);
    const shown = { unique: true, portals: { customer: 'read' } } as const;
    await w.updateField.execute(w.ctx, 'part', 'sent__c', shown, null);
    await w.updateField.execute(w.ctx, 'part', 'only__c', { portals: { partner: 'read' } }, null);
    for (const name of ['sent__c', 'only__c']) await w.deleteField.execute(w.ctx, 'part', name);
  });

  test('that was unique and written before that was refused can still be changed', async () => {
    const portals = { customer: 'write', partner: 'none', vendor: 'none' } as const;
    await w.define('part', { name: 'once__c', type: 'text', portals });
    await w.shop.owner.query(
      `update customization.field set is_unique = true where company_id = $1 and name = 'once__c'`,
      [w.ctx.companyId],
    );
    const change = (patch: object) =>
      w.updateField.execute(w.ctx, 'part', 'once__c', patch as never, null);
    expect(await change({ label: 'Once' })).toMatchObject({ label: 'Once', unique: true, portals });
    const more = { portals: { vendor: 'write' } };
    expect(await refusal(change(more))).toEqual(['validation_failed', '/portals conflict']);
    const less = { portals: { customer: 'read' } };
    expect(await change(less)).toMatchObject({ portals: { ...portals, customer: 'read' } });
    const again = { portals: { customer: 'write' } };
    expect(await refusal(change(again))).toEqual(['validation_failed', '/portals conflict']);
    await w.deleteField.execute(w.ctx, 'part', 'once__c');
  });
});
