import { CreateAdministrator, CreateRole, CreateUser } from '@quittance/access/host';
import { Companies } from '@quittance/company/host';
import { connect } from '@quittance/database/host';
import type { Database } from '@quittance/database';
import { AccessTokens, PasswordHasher } from '@quittance/identity';
import { startSession } from '@quittance/identity/host';
import { systemClock, systemCtx, type AccountId, type Ctx } from '@quittance/kernel';
import { Client } from 'pg';
import { randomBytes } from 'node:crypto';
import { allEntities } from '../../apps/cli/src/assembly.js';
import type { Bench, BenchResult } from './bench-result.js';
import { DRAFT_EVERY, INVOICES, invoiceId, writeInvoices } from './read/read-data.js';
import { benchDatabase, type BenchDatabase } from './support/bench-database.js';
import { startChild, type ChildServer } from './support/child-server.js';
import { besideBare, type HostCase } from './support/beside-bare.js';

const POOL_SIZE = 10;

/**
 * Reads and single writes through the guard, beside bare Fastify and pg on the same rows: no guard,
 * no locks, but the rows that our writes leave, the audit entry and the event included.
 */
export const bench: Bench = {
  name: 'read',
  async run() {
    const database = await benchDatabase();
    const settings = { url: database.url, poolSize: 4, applicationName: 'quittance-bench' };
    const db = await connect(settings, allEntities);
    try {
      return await measureAll(database, db);
    } finally {
      await db.close();
      await database.close();
    }
  },
};

async function measureAll(database: BenchDatabase, db: Database): Promise<BenchResult[]> {
  const ctx = await newCompany(db);
  const accounts = await writeInvoices(database.ownerUrl, db, ctx);
  const secret = randomBytes(32).toString('hex');
  const ours = await startOurs(database, secret);
  const bare = await startBare(database, ctx);
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  try {
    const authorization = `Bearer ${await clerkToken(db, ctx, secret)}`;
    const results: BenchResult[] = [];
    for (const each of casesOf(accounts)) {
      results.push(await besideBare(each, { ours, bare, authorization, owner }));
    }
    return results;
  } finally {
    await Promise.all([ours.stop(), bare.stop(), owner.end()]);
  }
}

async function newCompany(db: Database): Promise<Ctx> {
  const now = systemClock.now();
  const company = { slug: 'bench', legalName: 'Bench Ltd', baseCurrency: 'EUR' };
  return systemCtx(await new Companies(db).create(company, now), now, 'bench');
}

function startOurs(database: BenchDatabase, secret: string): Promise<ChildServer> {
  return startChild('apps/staff-api/src/main.js', 'STAFF_PORT', {
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    STAFF_TOKEN_SECRET: secret,
    SECRETS_KEY: `bench:${randomBytes(32).toString('base64')}`,
    RATE_LIMIT_PER_MINUTE: '1000000',
  });
}

function startBare(database: BenchDatabase, ctx: Ctx): Promise<ChildServer> {
  return startChild('test/bench/read/bare-server.js', 'BARE_PORT', {
    NODE_ENV: 'production',
    DATABASE_URL: database.ownerUrl,
    POOL_SIZE: String(POOL_SIZE),
    COMPANY_ID: ctx.companyId,
  });
}

/** Somebody who may view, create and update invoices and nothing else. */
async function clerkToken(db: Database, ctx: Ctx, secret: string): Promise<string> {
  const hasher = new PasswordHasher();
  const password = randomBytes(12).toString('hex');
  const admin = { email: 'admin@example.com', name: 'Admin', password };
  await new CreateAdministrator(db, hasher).execute(ctx, admin);
  const matrix = { invoices: ['view', 'create', 'update'] };
  const role = await new CreateRole(db).execute(ctx, { name: 'Clerk', matrix });
  const clerk = { email: 'clerk@example.com', name: 'Clerk', roleIds: [role.id] };
  const { id } = await new CreateUser(db).execute(ctx, clerk);
  const tokens = new AccessTokens({ host: 'staff', secret });
  const { sessionId } = await db.write(ctx, (tx) => startSession(tx, id));
  const { companyId } = ctx;
  return tokens.sign({ id, companyId, sessionId, audience: 'staff' }, systemClock.now());
}

function casesOf(accounts: readonly AccountId[]): readonly HostCase[] {
  const list = listRequests();
  return [
    {
      measure: 'get an invoice by id',
      target: 0.5,
      expect: 200,
      next: () => ({ method: 'GET', path: `/invoices/${invoiceId(1 + pick(INVOICES))}` }),
    },
    {
      measure: 'list 50 of 100,000 with filter, sort and total',
      target: 0.8,
      expect: 200,
      next: () => ({ method: 'GET', path: list[pick(list.length)] ?? '' }),
    },
    {
      measure: 'create an invoice with 3 lines',
      target: 0.5,
      expect: 201,
      next: () => ({
        method: 'POST',
        path: '/invoices',
        body: JSON.stringify(newInvoice(accounts[pick(accounts.length)])),
      }),
    },
    {
      measure: 'update an invoice',
      target: 0.5,
      expect: 200,
      next: () => ({
        method: 'PATCH',
        path: `/invoices/${invoiceId(DRAFT_EVERY * (1 + pick(INVOICES / DRAFT_EVERY - 1)))}`,
        body: JSON.stringify({ notes: `Call ${pick(1_000_000)}` }),
      }),
    },
  ];
}

/** Sent and overdue invoices due within a month, the latest first. */
function listRequests(): string[] {
  return Array.from({ length: 40 }, (_, i) => {
    const day = (offset: number) => String(1 + ((i + offset) % 20)).padStart(2, '0');
    const filter = JSON.stringify({
      and: [
        { field: 'status', op: 'in', value: ['sent', 'overdue'] },
        { field: 'dueDate', op: 'between', value: [`2025-03-${day(0)}`, `2025-04-${day(0)}`] },
      ],
    });
    const page = `page=${1 + (i % 3)}&pageSize=50&sort=-dueDate,number`;
    return `/invoices?${page}&filter=${encodeURIComponent(filter)}`;
  });
}

function newInvoice(accountId: AccountId | undefined) {
  const line = (unitPrice: string) => ({
    description: 'Seat licence',
    quantity: '3',
    unitPrice,
    taxRate: '19',
  });
  return {
    accountId,
    currency: 'EUR',
    issueDate: '2026-03-01',
    dueDate: '2026-03-31',
    lines: [line('49.99'), line('100.00'), line('7.25')],
  };
}

let state = 1;
/** The same requests in every run. */
function pick(below: number): number {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
  return state % below;
}
