import { sql } from '@quittance/database';
import { systemClock, type Ctx } from '@quittance/kernel';
import { expectInvariants } from '../../support/invariants.js';
import { startStaffApi, type TestStaffApi } from '../../support/test-api.js';
import type { TestDatabase } from '../../support/test-database.js';
import { sentInvoices } from './books.js';
import { killHosts, startPortal, startStaff, type HostProcess } from './host-process.js';
import { asOwner } from './killed-request.js';
import { RepeatedLoad } from './repeated-load.js';
import { SEED } from './seeded.js';

/** Whoever repeats a request at once is not held up. */
const UNLIMITED = { RATE_LIMIT_PER_MINUTE: '1000000' };

/** Two staff hosts and a portal host in processes of their own, on the database of a test. */
export class BusyHosts {
  private constructor(
    readonly t: TestDatabase,
    private readonly url: string,
    private readonly tokens: TestStaffApi,
    private readonly portal: HostProcess,
    private staff: readonly HostProcess[],
  ) {}

  /** @param url by which the hosts get to the database */
  static async open(t: TestDatabase, url: string): Promise<BusyHosts> {
    // Processes go by the real clock.
    t.clock.set(systemClock.now());
    const tokens = await startStaffApi(t);
    const by = { url };
    const [portal, ...staff] = await Promise.all([
      startPortal(by, UNLIMITED),
      startStaff(by, UNLIMITED),
      startStaff(by, UNLIMITED),
    ]);
    return new BusyHosts(t, url, tokens, portal, staff);
  }

  async close(): Promise<void> {
    await killHosts();
    await this.tokens.close();
  }

  /** A company whose customers pay, and whose staff write invoices, while something happens. */
  async company(): Promise<BusyCompany> {
    const ctx = await this.t.newCompany();
    const admin = await this.tokens.newAdmin(ctx);
    await admin.signedIn;
    const totals = Array.from({ length: 6 }, () => 1_000_000);
    const invoices = await sentInvoices(this.t, ctx, totals);
    const load = new RepeatedLoad({
      staff: admin,
      hosts: () => this.staff.map(({ url }) => url),
      portal: this.portal.url,
      accountId: String(invoices[0]?.accountId),
      invoiceIds: invoices.map(({ id }) => id),
      seed: SEED,
    });
    await load.goesOn(20);
    return { t: this.t, ctx, load };
  }

  /** Ends one of the staff hosts as an upgrade does, and starts another for it; the milliseconds. */
  async restartOne(): Promise<number> {
    const [first, ...others] = this.staff as [HostProcess, ...HostProcess[]];
    const began = performance.now();
    this.staff = others;
    first.process.kill('SIGTERM');
    const signal = await first.ended;
    if (signal) throw new Error(`It was ended by ${signal}`);
    const took = performance.now() - began;
    this.staff = [...others, await startStaff({ url: this.url }, UNLIMITED)];
    return took;
  }
}

const COUNTED = sql(`select
  (select count(*)::int from receivables.payment where provider is null) as payment,
  (select count(*)::int from receivables.payment where provider is not null) as capture,
  (select count(*)::int from receivables.invoice where status = 'draft') as invoice,
  (select sum(paid_amount)::int from receivables.invoice) as paid`);

/** A company that is at work while its database or its hosts fail. */
export interface BusyCompany {
  readonly t: TestDatabase;
  readonly ctx: Ctx;
  readonly load: RepeatedLoad;
}

/** Without an answer, for a while, or while the same request is under way. */
const COME_AGAIN = /^(0 broken|503 database_\w+|409 idempotency_key_in_flight)$/;

/**
 * Work goes on; all that was answered with success is in the books once, and nothing else is; and
 * who was refused was told to come again.
 */
export async function expectAllOnce({ t, ctx, load }: BusyCompany): Promise<void> {
  // What holds a key is given a minute, which passes here.
  await asOwner(t, (owner) =>
    owner.query(`update http.idempotency_key set locked_at = locked_at - interval '61 seconds'`),
  );
  await load.goesOn(60);
  await load.end();
  const { payment, capture, invoice } = load.done;
  const counted = await t.db.read(ctx, (tx) => tx.one<object>(COUNTED));
  expect(counted).toEqual({ payment, capture, invoice, paid: payment + capture });
  await expectInvariants(t);
  expect(load.answers.filter((each) => !COME_AGAIN.test(each))).toEqual([]);
}
