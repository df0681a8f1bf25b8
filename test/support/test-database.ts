import { Companies, type NewCompany } from '@quittance/company/host';
import { connect } from '@quittance/database/host';
import type { Database } from '@quittance/database';
import { manualClock } from '@quittance/kernel/host';
import {
  newId,
  parseInstant,
  systemCtx,
  type Clock,
  type CompanyId,
  type Ctx,
} from '@quittance/kernel';
import { allEntities } from '../../apps/cli/src/assembly.js';
import { emptied, untouched, type Untouched } from './database/emptied-database.js';
import { refuseMisdescribedEvents } from './watch/event-watch.js';
import { refuseOutsideCalls } from './watch/outside-calls.js';
import { copyTemplate, databaseUrl, dropCopy, onEachMachine, testServer } from './test-server.js';

/** A database as the migrations leave it, copied from the migrated template. */
export interface TestDatabase {
  /** Whether it stays when the file is done, and the worker's hosts on it. */
  readonly stays: boolean;
  readonly db: Database;
  /** The applications' login. */
  readonly url: string;
  /**
   * A login that is bound to no company and may do everything, to look behind the product's back.
   */
  readonly ownerUrl: string;
  /** The login that owns the tables, and is bound to companies as the application is. */
  readonly boundOwnerUrl: string;
  /** Stands still at 2026-03-02T09:00:00.000Z until it is set. */
  readonly clock: Clock & { set(to: string): void };
  /** A fresh company, in which everything may be done. */
  newCompany(company?: Partial<NewCompany>): Promise<Ctx>;
  /** A system context at the clock's instant, or at another. */
  ctx(companyId: CompanyId, at?: { readonly now?: string }): Ctx;
  /** Does something before the database goes. */
  beforeGone(close: () => Promise<void>): void;
  /**
   * Closes the connections and drops the database, unless it stays.
   * @throws Error when an event was not as described
   */
  close(): Promise<void>;
}

export interface TestDatabaseOptions {
  /** Connections of `db`, in a copy of the file's own: 20 unless told. */
  readonly poolSize?: number;
  /**
   * A copy of the file's own, for who replaces what lasts in the process of a host, or counts what
   * it has done since it was started.
   */
  readonly apart?: boolean;
}

const START = '2026-03-02T09:00:00.000Z';
const POOL_SIZE = 20;
let made = 0;

/** The database of this worker, which its files use one after the other. */
interface Kept {
  readonly t: TestDatabase;
  readonly asMade: Untouched;
  /** With the host on it. */
  drop(): Promise<void>;
}

let kept: Kept | undefined;
/** From the moment that somebody asks: who asks for two at once gets two. */
let isInUse = false;

/**
 * The worker's database, without what earlier files wrote; or a copy of the template, where the
 * file asks for it or has one already. The worker's is dropped when the worker is gone.
 */
export async function testDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { poolSize = POOL_SIZE, apart = false } = options;
  const isCopied = apart || poolSize !== POOL_SIZE;
  if (isCopied || isInUse) return ownDatabase(poolSize);
  isInUse = true;
  if (kept && !(await emptied(kept.asMade))) {
    const { drop } = kept;
    kept = undefined;
    await drop();
  }
  kept ??= await keptDatabase();
  kept.t.clock.set(START);
  return kept.t;
}

async function keptDatabase(): Promise<Kept> {
  const own = await ownDatabase(POOL_SIZE);
  const asMade = await untouched(onEachMachine(own.ownerUrl));
  const close = async () => {
    isInUse = false;
    await refuseMisdescribedEvents(own.ownerUrl);
  };
  return { t: { ...own, stays: true, close }, asMade, drop: own.close };
}

async function ownDatabase(poolSize: number): Promise<TestDatabase> {
  const server = testServer();
  made += 1;
  const name = `quittance_test_${process.pid}_${newId().replaceAll('-', '').slice(-12)}_${made}`;
  await copyTemplate(name);
  const url = databaseUrl(server.appUrl, name);
  const settings = { url, poolSize, applicationName: 'quittance-test', asksEveryMachine: true };
  const db = await connect(settings, allEntities);
  refuseOutsideCalls(db);
  const before: (() => Promise<void>)[] = [];
  return {
    stays: false,
    beforeGone: (close) => before.push(close),
    db,
    url,
    ownerUrl: databaseUrl(server.adminUrl, name),
    boundOwnerUrl: databaseUrl(server.ownerUrl, name),
    ...companiesOf(db),
    close: async () => {
      for (const each of before) await each();
      await db.close();
      try {
        await refuseMisdescribedEvents(databaseUrl(server.adminUrl, name));
      } finally {
        await dropCopy(name);
      }
    },
  };
}

function companiesOf(db: Database): Pick<TestDatabase, 'clock' | 'newCompany' | 'ctx'> {
  const clock = manualClock(START);
  const companies = new Companies(db);
  const ctx: TestDatabase['ctx'] = (companyId, at = {}) =>
    systemCtx(companyId, at.now ? parseInstant(at.now) : clock.now(), `test-${newId()}`);
  return {
    clock,
    ctx,
    newCompany: async (company = {}) => {
      const slug = `company-${newId()}`;
      const defaults = { slug, legalName: 'Test Company Ltd', baseCurrency: 'EUR' };
      return ctx(await companies.create({ ...defaults, ...company }, clock.now()));
    },
  };
}
