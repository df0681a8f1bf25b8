import { systemClock } from '@quittance/kernel';
import type { RecordView } from '@quittance/metadata';
import { CreateEndpoint } from '@quittance/webhooks/host';
import { setTimeout as sleep } from 'node:timers/promises';
import { TestRules } from '@quittance/rules/testing';
import { expectInvariants } from '../../support/invariants.js';
import { startReceiver, type Receiver } from '../../support/receiver.js';
import { stopCommands } from '../../support/started-product.js';
import { startStaffApi, type TestStaffApi } from '../../support/test-api.js';
import { testDatabase, type TestDatabase } from '../../support/test-database.js';
import { sampled } from '../../support/tier.js';
import { startWorker } from '../../support/worker-process.js';

const LEADS = 6;
/** Two workers start in each test, on a machine that may be busy. */
const LONGEST_MS = 300_000;
const PRIVATE = { WEBHOOKS_ALLOW_PRIVATE: 'true' };

let t: TestDatabase;
let staff: TestStaffApi;
let receiver: Receiver;

beforeAll(async () => {
  t = await testDatabase();
  staff = await startStaffApi(t, PRIVATE);
});
// Workers go by the clock of the machine.
beforeEach(async () => {
  t.clock.set(systemClock.now());
  receiver = await startReceiver();
});
afterEach(async () => {
  await stopCommands();
  await receiver.close();
});
afterAll(async () => {
  await staff?.close();
  await t?.close();
});

/** A company whose rule does one thing of each kind about a new lead, and its new leads. */
async function given(): Promise<{ rules: TestRules; ids: readonly string[] }> {
  const rules = await TestRules.open(t);
  const types = ['invoice.sent' as const];
  const endpoint = { url: receiver.url, types, description: null, active: true };
  const { id: webhookId } = await staff.app.get(CreateEndpoint).execute(rules.ctx, endpoint);
  await rules.rule('workflow', 'Everything', {
    trigger: 'create',
    field: null,
    condition: null,
    actions: [
      { kind: 'set_field', field: 'title', formula: 'BLANKVALUE(title, "") & "x"' },
      { kind: 'create_task', subject: 'Call', description: null, dueInDays: 1, ownerId: null },
      { kind: 'send_email', template: 'RECORD_NOTICE', to: 'email', message: 'New' },
      { kind: 'send_webhook', webhookId },
    ],
  });
  const leads: RecordView[] = [];
  for (let i = 0; i < LEADS; i += 1) {
    leads.push(await rules.make({ name: `Lead ${i}`, email: `lead${i}@example.com` }));
  }
  return { rules, ids: leads.map(({ id }) => id).sort() };
}

/** What a delivered message is about. */
interface About {
  readonly record_id: string;
}

interface Done {
  readonly tasks: readonly string[];
  readonly emails: readonly string[];
  readonly runs: readonly string[];
  readonly titles: readonly string[];
  readonly pending: number;
  readonly undelivered: number;
}

/** Of every action the records that it was done about, as often as it was done. */
async function done(rules: TestRules): Promise<Done> {
  const [row] = await rules.rows<Done>(`select
    (select coalesce(json_agg(related_id order by related_id), '[]') from crm.task) as tasks,
    (select coalesce(json_agg(record_id order by record_id), '[]') from notifications.email)
      as emails,
    (select coalesce(json_agg(record_id order by record_id), '[]') from rules.workflow_run
      where outcome = 'done') as runs,
    (select coalesce(json_agg(title order by id), '[]') from crm.lead) as titles,
    (select count(*)::int from outbox.event where state = 'pending') as pending,
    (select count(*)::int from webhooks.message where status <> 'delivered') as undelivered`);
  return row as Done;
}

/** Nobody waits here for the lease of who has died. */
async function letTimePass(rules: TestRules): Promise<void> {
  const statement = `update webhooks.message set leased_until = now() - interval '1 second'
    where status = 'pending' and leased_until is not null`;
  await rules.write((tx) => tx.run(statement));
}

async function untilDone(rules: TestRules): Promise<Done> {
  for (let waited = 0; waited < 120_000; waited += 200) {
    const now = await done(rules);
    if (now.pending === 0 && now.runs.length >= LEADS && now.undelivered === 0) return now;
    await sleep(200);
  }
  throw new Error(`The rules have not come to an end: ${JSON.stringify(await done(rules))}`);
}

const BORDERS = [
  'handler.begun(rules.workflows)',
  'insert.crm.task(event)',
  'insert.rules.workflow_run(event)',
  'handler.done(rules.workflows)',
];

test.each(sampled(BORDERS))(
  'a worker that dies at %s does nothing of a rule twice, and leaves nothing out',
  async (point) => {
    const { rules, ids } = await given();
    const doomed = startWorker(t, { ...PRIVATE, FAILPOINT: `${point}:kill@3` });
    await doomed.ended();
    expect(doomed.process.signalCode).toBe('SIGKILL');
    const before = await done(rules);
    expect(before.runs.length).toBeLessThan(LEADS);
    // What a rule does and the line that says so are there together or not at all.
    expect([before.tasks, before.emails]).toEqual([before.runs, before.runs]);
    await letTimePass(rules);
    startWorker(t, PRIVATE);
    const after = await untilDone(rules);
    expect(after).toMatchObject({ tasks: ids, emails: ids, runs: ids });
    expect(after.titles).toEqual(ids.map(() => 'x'));
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(LEADS);
    const told = new Set(
      receiver.received.map(({ body }) => (JSON.parse(body) as About).record_id),
    );
    expect([...told].sort()).toEqual(ids);
    await expectInvariants(t);
  },
  LONGEST_MS,
);
