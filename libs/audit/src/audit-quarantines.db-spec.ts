import { addSeconds, type Ctx } from '@quittance/kernel';
import { learn, type Work } from '@quittance/watchdog/host';
import { aStandstill } from '../../../test/support/a-standstill.js';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { AuditLog } from './audit.js';
import { AuditQuarantines } from './audit-quarantines.js';

let t: TestDatabase;
let quarantines: AuditQuarantines;
beforeAll(async () => {
  t = await testDatabase();
  quarantines = new AuditQuarantines(new AuditLog(t.db));
});
afterEach(() => learn([], t.clock.now()));
afterAll(() => t.close());

const logged = (ctx: Ctx) =>
  t.db.read(ctx, (tx) =>
    tx.rows(`select action, object, record_id as "recordId", after, actor_kind as actor
      from audit.entry where action = 'work.quarantined' order by occurred_at, id`),
  );

/** What a process that starts now knows of ends so many seconds ago. */
function ends(work: Work, ...secondsAgo: readonly number[]): void {
  const now = t.clock.now();
  learn(
    secondsAgo.map((seconds) => aStandstill(work, addSeconds(now, -seconds))),
    now,
  );
}

const tell = () => quarantines.execute(t.clock.now());

it('tells the company once that its work is not done until somebody tries again', async () => {
  const [ctx, other] = [await t.newCompany(), await t.newCompany()];
  const work = { companyId: ctx.companyId, kind: 'event', id: 'e1', set: 'event-set' };
  ends(work, 30);
  expect(await tell()).toBe(0);
  ends(work, 30, 10);
  expect([await tell(), await tell()]).toEqual([1, 0]);
  const after = { process: 'worker', lastEndedAt: expect.any(String), heldSeconds: null };
  const told = { action: 'work.quarantined', object: 'event', recordId: 'e1', actor: 'system' };
  expect(await logged(ctx)).toEqual([{ ...told, after }]);
  expect(await logged(other)).toEqual([]);
});

it('tells of a request who asked, how long it is refused, and of each further end', async () => {
  const ctx = await t.newCompany();
  const { companyId } = ctx;
  const work = { companyId, kind: 'request', id: 'POST /products', by: 'staff:u1' };
  ends(work, 60, 30);
  await tell();
  ends(work, 60, 30, 20);
  await tell();
  const rows = (await logged(ctx)) as { after: object }[];
  expect(rows.map(({ after }) => after)).toMatchObject([
    { by: 'staff:u1', heldSeconds: 900 },
    { by: 'staff:u1', heldSeconds: 1800 },
  ]);
});

it('tells again what could not be written, and of the others all the same', async () => {
  const [one, two] = [await t.newCompany(), await t.newCompany()];
  const works = [one, two].map(({ companyId }) => ({ companyId, kind: 'email', id: 'm1' }));
  const now = t.clock.now();
  learn(
    works.flatMap((work) => [aStandstill(work, now), aStandstill(work, now)]),
    now,
  );
  let refused = 1;
  const log = new (class extends AuditLog {
    override async record(...asked: Parameters<AuditLog['record']>): Promise<void> {
      if (refused > 0) {
        refused -= 1;
        throw new Error('The database is away');
      }
      return super.record(...asked);
    }
  })(t.db);
  const failing = new AuditQuarantines(log);
  await expect(failing.execute(now)).rejects.toThrow('away');
  expect([(await logged(one)).length, (await logged(two)).length]).toEqual([0, 1]);
  expect(await failing.execute(now)).toBe(1);
  expect([(await logged(one)).length, (await logged(two)).length]).toEqual([1, 1]);
});
