import type { AccountId, Ctx, DomainError } from '@quittance/kernel';
import type { RecordId } from '@quittance/metadata';
import { attemptUpdates } from '@quittance/objects';
import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { waitingFor } from '../../../../test/support/waiting.js';
import { crmRecords, type CrmRecords } from '../testing/crm-records.js';

let t: TestDatabase;
let crm: CrmRecords;
let ctx: Ctx;
beforeAll(async () => {
  t = await testDatabase();
  crm = crmRecords(t.db);
});
afterAll(() => t?.close());
beforeEach(async () => {
  ctx = await t.newCompany();
});

async function make(name: string, of = ctx): Promise<AccountId> {
  return (await crm.make(of, 'account', { name })).id as string as AccountId;
}

function move(id: AccountId, parentId: AccountId | undefined, as = ctx) {
  return crm.change(as, 'account', id, { parentId: parentId ?? null });
}

/** The context of somebody whose transaction does this just before it commits. */
const doingBeforeCommit = (of: Ctx, work: () => Promise<void>): Ctx =>
  Object.freeze({
    ...of,
    conclude: async (_: unknown, answer: unknown) => void (answer && (await work())),
  });

describe('accounts that are moved at once', () => {
  it('close no circle: the second move sees the first', async () => {
    const [one, two] = [await make('One'), await make('Two')];
    const steps = new EventEmitter();
    const written = once(steps, 'written');
    const held = doingBeforeCommit(ctx, async () => {
      const goOn = once(steps, 'go on');
      steps.emit('written');
      await goOn;
    });
    const first = move(one, two, held);
    await written;
    let isSettled = false;
    const second = move(two, one).then(
      () => 'moved',
      ({ code }: DomainError) => code,
    );
    void second.then(() => (isSettled = true));
    while (!isSettled && (await waitingFor(t)) === 0) await sleep(10);
    steps.emit('go on');
    expect(await first).toMatchObject({ parentId: two });
    expect(await second).toBe('account_parent_cycle');
  });

  it('in a ring have one move refused, whoever comes first', async () => {
    for (let round = 0; round < 10; round += 1) {
      const ring = await Promise.all(['a', 'b', 'c', 'd'].map((name) => make(name)));
      const moves = ring.map((id, i) => move(id, ring[(i + 1) % ring.length]));
      const outcomes = await Promise.allSettled(moves);
      const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? each.reason : []));
      expect(refused.map(({ code }) => code)).toEqual(['account_parent_cycle']);
    }
  });

  it('by one file or mass change have the one refused that closes a circle', async () => {
    const [one, two, three] = [await make('One'), await make('Two'), await make('Three')];
    const parents = [two, one, one] as const;
    const outcomes = await t.db.write(ctx, async (tx) => {
      const moves = [one, two, three].map((id, i) => {
        return { id: id as string as RecordId, patch: { parentId: parents[i] as AccountId } };
      });
      return attemptUpdates(tx, await crm.models.object(tx, 'account'), moves);
    });
    expect(outcomes.map(({ error }) => error?.code)).toEqual([
      undefined,
      'account_parent_cycle',
      undefined,
    ]);
  });

  it('do not wait for those of another company', async () => {
    const other = await t.newCompany();
    const [child, parent] = [await make('Child'), await make('Parent')];
    const [far, above] = [await make('Far', other), await make('Above', other)];
    const meanwhile = async () => {
      await move(child, parent);
    };
    const moved = await move(far, above, doingBeforeCommit(other, meanwhile));
    expect(moved.parentId).toBe(above);
  });
});
