import { tmpdir } from 'node:os';
import { Client } from 'pg';
import { drawProgram } from '../simulate/draw.js';
import type { AskedOrder } from '../simulate/rules/asked-orders.js';
import type { KnownApproval } from '../simulate/rules/ruled-rows.js';
import { movedOrders, refusedOtherwise } from '../simulate/rules/watched-orders.js';
import { movedByHand } from '../simulate/rules/watched-rules.js';
import type { Outcome } from '../simulate/run-operation.js';
import { runSeed, type SeedReport } from '../simulate/run-seed.js';
import type { Scene } from '../simulate/scene.js';
import { checkedOutCommit, commandFor, seedsOf } from '../simulate/seeds.js';
import { Stage } from '../simulate/stage.js';

/**
 * Twenty short seeds of the commit; `SIMULATION_SEEDS=150` runs so many of 200 to 500 operations
 * each, as `npm run simulate -- --seeds 150` does.
 */
const { SIMULATION_SEEDS } = process.env;
const COMMIT = checkedOutCommit();
const SEEDS = seedsOf(COMMIT, wholeNumber(SIMULATION_SEEDS ?? '20'));
const OPERATIONS = 40;
/** Its rules ask about invoices from the first day on. */
const RULED_SEED = 6;
const LENGTH = SIMULATION_SEEDS === undefined ? { operations: OPERATIONS } : {};

/** @throws Error for a setting that would run no seed at all */
function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new Error(`SIMULATION_SEEDS is no number: ${text}`);
  return Number(text);
}

let stage: Stage;
let owner: Client;

beforeAll(async () => {
  process.stdout.write(`Seeds of commit ${COMMIT}: ${SEEDS.join(' ')}\n`);
  stage = await Stage.open();
  owner = new Client({ connectionString: stage.t.ownerUrl });
  await owner.connect();
});

afterAll(async () => {
  await owner?.end();
  await stage?.close();
});

/** An invoice that waits, by what differs from one that was sent. */
function aWaiting(differing: Partial<KnownApproval>): KnownApproval {
  const id = RULED_SEED.toString() as KnownApproval['id'];
  const people = { asked: [], requestedBy: null };
  const amounts = { paid: '0', credited: '0', writtenOff: '0', subscribed: false };
  const named = { id, object: 'invoice', title: 'INV-1', status: 'sent' } as const;
  return { ...named, ...people, ...amounts, ...differing };
}

/** An order about which a rule asks above 300, by what differs from one that waits. */
function anAsked(differing: Partial<AskedOrder>): AskedOrder {
  const id = '1' as AskedOrder['id'];
  const named = { id, number: 'SO-1', approvalId: '2' as AskedOrder['approvalId'] };
  const rule = { ruleVersion: 1, condition: 'total > 300', said: 'waiting' } as const;
  const amounts = { currency: 'EUR' as AskedOrder['currency'], total: 30_001n, invoiced: 0n };
  const held = { status: 'draft', amendment: 0, shipped: '0', print: 'as it is' };
  return { ...named, ...rule, ...amounts, ...held, ...differing };
}

/** Takes a refund off an invoice as if it had never been, past the product. */
async function forgetARefund({ companyId }: Scene): Promise<void> {
  const { rows } = await owner.query<{ id: string }>(
    'select id from receivables.refund where company_id = $1 and from_invoices > 0 limit 1',
    [companyId],
  );
  const one = [companyId, rows[0]?.id];
  const of = 'where company_id = $1 and';
  await owner.query(`delete from receivables.payment_allocation ${of} refund_id = $2`, one);
  const gone = await owner.query(`delete from receivables.refund ${of} id = $2`, one);
  expect(gone.rowCount).toBe(1);
}

/** Takes what rules have done out of their log. */
async function forgetRuns({ companyId }: Scene): Promise<void> {
  await owner.query('delete from rules.workflow_run where company_id = $1', [companyId]);
}

/** The provider takes money and tells nobody. */
async function captureInSecret({ books }: Scene): Promise<void> {
  const [known] = books.captures;
  if (!known) throw new Error('Nothing was captured');
  books.captures.push({ ...known, id: 'a payment nobody was told of' });
}

const wrongOf = ({ failure }: SeedReport) => failure?.wrong.join('\n') ?? 'nothing';

/** What is wrong, and how to run it again. */
const verdictOn = (report: SeedReport) =>
  report.failure ? `${commandFor(report.seed, LENGTH)}\n${wrongOf(report)}` : 'right';

test.each(SEEDS)('seed %i leaves books in which everything agrees', async (seed) => {
  expect(verdictOn(await runSeed(stage, seed, LENGTH))).toBe('right');
});

describe('the seeds', () => {
  test('are those of a commit, whoever asks, and others of another', () => {
    expect(seedsOf('one', 20)).toEqual(seedsOf('one', 20));
    expect(seedsOf('one', 150).slice(0, 20)).toEqual(seedsOf('one', 20));
    const all = [...seedsOf('one', 150), ...seedsOf('other', 150)];
    expect(new Set(all).size).toBe(300);
    expect(all.every((seed) => Number.isSafeInteger(seed) && seed > 0)).toBe(true);
  });

  test('are drawn from the checkout, and the same ones where there is none', () => {
    expect(checkedOutCommit(tmpdir())).toBe('no checkout');
    expect(checkedOutCommit()).toMatch(/^([0-9a-f]{40,64}|no checkout)$/);
  });
});

describe('the simulation', () => {
  test('draws the same program for a seed, and another for another', () => {
    expect(drawProgram(7)).toEqual(drawProgram(7));
    expect(drawProgram(7)).not.toEqual(drawProgram(8));
    const { length } = drawProgram(7).steps.flatMap(({ operations }) => operations);
    expect(length).toBeGreaterThanOrEqual(200);
    expect(length).toBeLessThanOrEqual(500);
  });

  test('says the same of a seed that runs again one by one', async () => {
    const serial = { operations: OPERATIONS, serial: true };
    const { log } = await runSeed(stage, 11, serial);
    expect((await runSeed(stage, 11, serial)).log).toEqual(log);
  });

  test('finds what rules have done and nobody wrote down', async () => {
    const report = await runSeed(stage, RULED_SEED, {
      operations: OPERATIONS,
      afterwards: forgetRuns,
    });
    expect(wrongOf(report)).toMatch(/rule “.*” has run 0 times for invoice\.created/);
  });

  test('finds what staff did to a document that awaits approval', () => {
    const was = aWaiting({});
    const left = [{}, { status: 'overdue' }, { status: 'paid', paid: '500' }];
    for (const each of left) expect(movedByHand([was], [aWaiting(each)])).toEqual([]);
    const moved = [{ credited: '1' }, { status: 'void' }, { writtenOff: '2' }];
    for (const each of moved) expect(movedByHand([was], [aWaiting(each)])).toHaveLength(1);
    const draft = aWaiting({ status: 'draft' });
    expect(movedByHand([draft], [was])).toEqual([
      'invoice INV-1 awaits approval, and is sent by now',
    ]);
    expect(movedByHand([], [was])).toEqual([]);
  });

  test('finds what became of an order that awaits approval, or was refused it', () => {
    const was = anAsked({});
    const changed = [{ print: 'another' }, { status: 'confirmed' }, { invoiced: 1n }];
    for (const each of changed) expect(movedOrders([was], [anAsked(each)])).toHaveLength(1);
    expect(movedOrders([was], [was, anAsked({ said: 'approved', status: 'confirmed' })])).toEqual(
      [],
    );
    const closed = anAsked({ status: 'closed' });
    expect(movedOrders([closed], [anAsked({ status: 'delivered' })])).toEqual([]);

    const no = anAsked({ said: 'rejected' });
    const further = [{ status: 'confirmed' }, { shipped: '0.5' }, { invoiced: 1n }];
    for (const each of further) expect(movedOrders([no], [{ ...no, ...each }])).toHaveLength(1);
    const free = [{ print: 'another' }, { status: 'cancelled' }];
    for (const each of free) expect(movedOrders([no], [{ ...no, ...each }])).toEqual([]);
    const unasked = [
      { ruleVersion: null },
      { ruleVersion: 2 },
      { total: 30_000n },
      { amendment: 1 },
    ];
    for (const each of unasked) {
      expect(movedOrders([no], [{ ...no, status: 'confirmed', ...each }])).toEqual([]);
    }
  });

  test('finds what was done to an order that awaits approval, or refused by another code', () => {
    const said = (text: string) => ({ what: 'confirm SO-1', said: text, changes: '1' }) as Outcome;
    const was = anAsked({});
    const wrong = (text: string, now = was) => refusedOtherwise([was], [now], [said(text)]);
    expect(wrong('record_awaits_approval')).toEqual([]);
    expect(wrong('Error: gone, cut off at outbox')).toEqual([]);
    expect(wrong('done', anAsked({ said: 'approved' }))).toEqual([]);
    expect(wrong('order_not_pending')).toEqual([
      'confirm SO-1: said order_not_pending of an order that awaits approval',
    ]);
    expect(wrong('done')).toHaveLength(1);
  });

  test.each([
    ['a refund that is gone', forgetARefund, /I5a payment PAY-\d+: .*its refunds add up to/],
    ['a capture nobody told of', captureInSecret, /I9 capture a payment nobody was told of/],
  ])('finds %s, and names the seed', async (_, afterwards, wrong) => {
    const report = await runSeed(stage, 6, { operations: 110, afterwards });
    expect(wrongOf(report)).toMatch(wrong);
    expect(report).toMatchObject({ seed: 6, failure: { step: expect.any(Number) } });
  });
});
