import { CreateAdministrator } from '@quittance/access/host';
import { EVENTS, exampleOf, type EventPayloads } from '@quittance/contracts';
import { PasswordHasher } from '@quittance/identity';
import { newId, type Ctx } from '@quittance/kernel';
import { EventConsumers } from '@quittance/outbox/host';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { MailDistanceSales } from './mail-distance-sales.js';

const mails = new MailDistanceSales(new EventConsumers());
const [APPROACHED, EXCEEDED] = mails.types;

type Told = (typeof mails)['types'][number];

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t?.close());

/** What an administrator is written of it: subject and text together. */
async function writtenOf(type: Told, said: Partial<EventPayloads[Told]>): Promise<string[]> {
  const ctx: Ctx = await t.newCompany();
  const email = `${newId()}@example.com`;
  const who = { email, name: 'Admin', password: 'correct horse battery' };
  await new CreateAdministrator(t.db, new PasswordHasher()).execute(ctx, who);
  const [object = ''] = EVENTS[type].objects ?? [];
  const data = { ...exampleOf(type), ...said };
  const event = { id: newId(), type, object, recordId: ctx.companyId, data };
  // Handed on twice, as events may be.
  for (let i = 0; i < 2; i += 1) {
    await t.db.write(ctx, (tx) => mails.handle(tx, event as never));
  }
  const rows = await t.db.read(ctx, (tx) =>
    tx.rows<{ said: string }>(
      `select subject || ': ' || text as said from notifications.email
       where company_id = $1 and to_address = $2`,
      [ctx.companyId, email],
    ),
  );
  return rows.map((row) => row.said);
}

it('administrators are written to once that the threshold is near', async () => {
  const written = await writtenOf(APPROACHED, {});
  expect(written).toHaveLength(1);
  expect(written[0]).toMatch(/^Distance sales of 2026 are near the EU threshold: /);
  expect(written[0]).toContain('have come to €8,000.00, which is 80 % or more');
  expect(written[0]).not.toContain('Set the year');
});

it('and that it is exceeded, with what is to be done where nothing is set', async () => {
  const [set = ''] = await writtenOf(EXCEEDED, { setting: 'exceeded' });
  const [unset = ''] = await writtenOf(EXCEEDED, { setting: 'below', amount: null });
  expect(set).toMatch(/^Distance sales of 2026 are beyond the EU threshold: /);
  expect(set).toContain('went beyond the threshold of €10,000.00');
  expect([set, unset].map((text) => text.includes('Set the year to exceeded'))).toEqual([
    false,
    true,
  ]);
});

it.each([
  [APPROACHED, 'exceeded'],
  [APPROACHED, 'opted'],
  [EXCEEDED, 'opted'],
] as const)('nobody is written to of %s where the year is said to be %s', async (type, setting) => {
  expect(await writtenOf(type, { setting })).toEqual([]);
});
