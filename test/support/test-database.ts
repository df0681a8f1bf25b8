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
import { refuseMisdescribedEvents } from './watch/event-watch.js';
import { refuseOutsideCalls } from './watch/outside-calls.js';
import { asAdmin, databaseUrl, testServer } from './test-server.js';

/** A database of one test file or of one worker, copied from the migrated template. */
export interface TestDatabase {
  /** Whether other files of the worker use it too, one after the other. */
  readonly shared: boolean;
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
  /**
   * Closes the connections and drops the database; a shared one stays until the worker ends.
   * @throws Error when an event was not as described
   */
  close(): Promise<void>;
}

export interface TestDatabaseOptions {
  /** Connections of `db`: 10 unless told. */
  readonly poolSize?: number;
  /**
   * The worker's database, with what earlier files left in it: for a file that stays within
   * companies of its own. Who counts rows of all companies, drains the outbox, runs what the clock
   * asks for, watches statements or names settings of its own takes a database of its own.
   */
  readonly shared?: boolean;
}

const START = '2026-03-02T09:00:00.000Z';
let made = 0;
let ofWorker: TestDatabase | undefined;

/**
 * The worker's database, which is dropped when the worker is gone, or a copy of the template: half
 * a second of work, once per file.
 */
export async function testDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  if (!options.shared) return ownDatabase(options);
  ofWorker ??= { ...(await ownDatabase({})), shared: true, close: async () => undefined };
  ofWorker.clock.set(START);
  return ofWorker;
}

async function ownDatabase(options: TestDatabaseOptions): Promise<TestDatabase> {
  const server = testServer();
  made += 1;
  const name = `quittance_test_${process.pid}_${newId().replaceAll('-', '').slice(-12)}_${made}`;
  const owner = new URL(server.ownerUrl).username;
  await asAdmin(server.adminUrl, (admin) =>
    admin.query(`create database ${name} template ${server.template} owner ${owner}`),
  );
  const url = databaseUrl(server.appUrl, name);
  const db = await connect(
    { url, poolSize: options.poolSize ?? 10, applicationName: 'quittance-test' },
    allEntities,
  );
  refuseOutsideCalls(db);
  return {
    shared: false,
    db,
    url,
    ownerUrl: databaseUrl(server.adminUrl, name),
    boundOwnerUrl: databaseUrl(server.ownerUrl, name),
    ...companiesOf(db),
    close: async () => {
      await db.close();
      try {
        await refuseMisdescribedEvents(databaseUrl(server.adminUrl, name));
      } finally {
        await asAdmin(server.adminUrl, (admin) =>
          admin.query(`drop database ${name} with (force)`),
        );
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
