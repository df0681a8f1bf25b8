import { CATALOG_OBJECTS } from '@quittance/catalog/host';
import { CRM_OBJECTS } from '@quittance/crm/host';
import { newId } from '@quittance/kernel';
import type { RecordObject } from '@quittance/metadata';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import { sampled } from '../../../../test/support/tier';
import { made } from '../objects/objects-support';

let t: TestDatabase;
let api: TestStaffApi;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

/** The least that each object is made with. */
const LEAST: Readonly<Record<string, object>> = {
  contact: { lastName: 'Least' },
  case: { subject: 'Least' },
  task: { subject: 'Least' },
  activity: { subject: 'Least', kind: 'note' },
  knowledge: { title: 'Least', body: 'Least' },
};

function leastOf({ name }: RecordObject): object {
  if (name === 'price-book') return { name: newId(), currency: 'EUR' };
  if (name === 'exchange-rate') {
    return { base: 'EUR', quote: 'USD', rate: '1.1', day: '2026-03-01', source: newId() };
  }
  return LEAST[name] ?? { name: 'Least', ...(name === 'product' ? { sku: newId() } : {}) };
}

const objects: readonly RecordObject[] = [...CRM_OBJECTS, ...CATALOG_OBJECTS];

test.each(objects.map((object) => [object.name, object] as const))(
  'every member of a %s may be cleared, or is refused to be',
  async (_, object) => {
    const members = sampled([...object.fields.values()].filter(({ readOnly }) => !readOnly));
    const faults: string[] = [];
    for (const { name, required } of members) {
      const { id } = await made(api.admin, object.path, leastOf(object));
      const calls = {
        changed: await api.admin.call('PATCH', `${object.path}/${id}`, { body: { [name]: null } }),
        made: await api.admin.call('POST', object.path, {
          body: { ...leastOf(object), [name]: null },
        }),
      };
      for (const [how, { status }] of Object.entries(calls)) {
        const allowed = required && how === 'changed' ? [422] : [200, 201, 422];
        if (!allowed.includes(status)) faults.push(`${how} without ${name}: ${status}`);
      }
    }
    expect(faults).toEqual([]);
  },
);
