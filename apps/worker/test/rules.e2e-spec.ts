import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { createLogger } from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';
import { CompanyModels, type RecordView } from '@quittance/metadata';
import { createRecords } from '@quittance/objects';
import { CreateRule } from '@quittance/rules/host';
import { setTimeout as sleep } from 'node:timers/promises';
import { testConfig } from '../../../test/support/test-api';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database';
import { WorkerModule } from '../src/worker.module';

let t: TestDatabase;
let worker: INestApplicationContext;
let ctx: Ctx;

beforeAll(async () => {
  t = await testDatabase();
  const module = WorkerModule.forRoot(testConfig(t, 'worker'), createLogger('silent', 'worker'));
  worker = await NestFactory.createApplicationContext(module, { logger: false });
  ctx = await t.newCompany();
});
afterAll(async () => {
  await worker.close();
  await t.close();
});

async function titleOf(id: string): Promise<string | null | undefined> {
  return t.db.read(ctx, async (tx) => {
    const statement = 'select title from crm.lead where company_id = $1 and id = $2';
    return (await tx.maybe<{ title: string | null }>(statement, [ctx.companyId, id]))?.title;
  });
}

it('runs workflow rules by itself when a record is made', async () => {
  await worker.get(CreateRule, { strict: false }).execute(ctx, 'workflow', {
    object: 'lead',
    name: 'Greet',
    definition: {
      trigger: 'create',
      field: null,
      condition: null,
      actions: [{ kind: 'set_field', field: 'title', formula: '"Dear " & name' }],
    },
  });
  const models = worker.get(CompanyModels, { strict: false });
  const lead = await t.db.write(ctx, async (tx) => {
    const object = await models.object(tx, 'lead');
    return (await createRecords(tx, object, [{ name: 'Ada' }]))[0] as RecordView;
  });
  for (let waited = 0; !(await titleOf(lead.id)) && waited < 120_000; waited += 50) await sleep(50);
  expect(await titleOf(lead.id)).toBe('Dear Ada');
});
