import { CreateAdministrator, CreateRole, CreateUser } from '@quittance/access/host';
import type { Database } from '@quittance/database';
import { AccessTokens, PasswordHasher } from '@quittance/identity';
import { startSession } from '@quittance/identity/host';
import { systemClock, type Ctx, type SessionId, type UserId } from '@quittance/kernel';
import { randomBytes } from 'node:crypto';
import type { Bench, BenchResult } from './bench-result.js';
import { casesOf, type Case } from './objects/cases.js';
import { measureImport } from './objects/import-load.js';
import {
  FORMULAS,
  LEAD_FIELDS,
  mixedFields,
  writeRecords,
  type Field,
} from './objects/objects-data.js';
import { demandSameAnswers } from './objects/same-answers.js';
import { besideBare } from './support/beside-bare.js';
import { startChild, type ChildServer } from './support/child-server.js';
import { httpLoad } from './support/http-load.js';
import { withBench, type OpenBench } from './support/open-bench.js';

const POOL_SIZE = 10;
/** Of the measure of how long a single answer takes. */
const CALM_CONNECTIONS = 8;
const ROUND_SECONDS = 4;
/** The slowest of a hundred filtered lists may take so many milliseconds. */
const P99_MS = 30;

/**
 * The object engine over HTTP: lists over a million records, records of many custom fields and
 * formulas, checked creations and imports, beside bare Fastify and pg doing the same SQL.
 */
export const bench: Bench = {
  name: 'objects',
  run: () => withBench(measureAll),
};

async function measureAll(open: OpenBench): Promise<BenchResult[]> {
  const ctx = await open.newCompany();
  const secret = randomBytes(32).toString('hex');
  const ours = await startOurs(open, secret);
  try {
    const tokens = new AccessTokens({ host: 'staff', secret });
    const people = await makePeople(open, ctx);
    const sign = (holder: Person) => {
      const claims = { ...holder, companyId: ctx.companyId, audience: 'staff' } as const;
      return `Bearer ${tokens.sign(claims, systemClock.now())}`;
    };
    const defined = await define(ours, sign(people.admin));
    await writeRecords(open.owner, ctx, defined.rank);
    const bare = await startBare(open, ctx, defined);
    try {
      return await measureOn({ ours, bare, owner: open.owner }, sign(people.clerk));
    } finally {
      await bare.stop();
    }
  } finally {
    await ours.stop();
  }
}

interface Servers {
  readonly ours: ChildServer;
  readonly bare: ChildServer;
  readonly owner: OpenBench['owner'];
}

async function measureOn(servers: Servers, authorization: string): Promise<BenchResult[]> {
  const results: BenchResult[] = [];
  for (const each of casesOf()) {
    results.push(await measure(each, servers, authorization));
    if (each.calm) results.push(await slowest(each, servers, authorization));
  }
  results.push(await measureImport(servers, authorization));
  return results;
}

function startOurs({ url }: OpenBench, secret: string): Promise<ChildServer> {
  return startChild('apps/staff-api/src/main.js', 'STAFF_PORT', {
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    DATABASE_URL: url,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    STAFF_TOKEN_SECRET: secret,
    SECRETS_KEY: `bench:${randomBytes(32).toString('base64')}`,
    RATE_LIMIT_PER_MINUTE: '1000000',
  });
}

function startBare({ ownerUrl }: OpenBench, ctx: Ctx, defined: Defined): Promise<ChildServer> {
  return startChild('test/bench/objects/bare-server.js', 'BARE_PORT', {
    NODE_ENV: 'production',
    DATABASE_URL: ownerUrl,
    POOL_SIZE: String(POOL_SIZE),
    COMPANY_ID: ctx.companyId,
    INDEXED_FIELDS: [defined.rank, defined.height, defined.speed].join(),
    SHIP_OBJECT: defined.ship,
  });
}

/** Somebody who sets the company up, and somebody who works with its records and may do no more. */
async function makePeople({ db }: OpenBench, ctx: Ctx) {
  const password = randomBytes(12).toString('hex');
  const admin = { email: 'admin@example.com', name: 'Admin', password };
  const { id } = await new CreateAdministrator(db, new PasswordHasher()).execute(ctx, admin);
  const actions = ['view', 'create', 'update', 'import'] as const;
  const resources = ['leads', 'contacts', 'campaigns', 'objects/ship__c'];
  const matrix = Object.fromEntries(resources.map((name) => [name, [...actions]]));
  const role = await new CreateRole(db).execute(ctx, { name: 'Clerk', matrix });
  const clerk = { email: 'clerk@example.com', name: 'Clerk', roleIds: [role.id] };
  const made = await new CreateUser(db).execute(ctx, clerk);
  return { admin: await signedIn(db, ctx, id), clerk: await signedIn(db, ctx, made.id) };
}

interface Person {
  readonly id: UserId;
  readonly sessionId: SessionId;
}

async function signedIn(db: Database, ctx: Ctx, id: UserId): Promise<Person> {
  const { sessionId } = await db.write(ctx, (tx) => startSession(tx, id));
  return { id, sessionId };
}

/** What the other server must be told: the fields whose values are kept beside, and the object. */
interface Defined {
  readonly rank: string;
  readonly height: string;
  readonly speed: string;
  readonly ship: string;
}

async function define({ port }: ChildServer, authorization: string): Promise<Defined> {
  const post = async (path: string, body: object): Promise<{ id: string }> => {
    const answer = await fetch(`http://127.0.0.1:${port}/customization/objects${path}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.status !== 201) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as { id: string };
  };
  const fields = async (object: string, all: readonly Field[]): Promise<string> => {
    const ids: string[] = [];
    for (const field of all) {
      ids.push((await post(`/${object}/fields`, { label: field.name, ...field })).id);
    }
    return ids[0] ?? '';
  };
  const ship = await post('', { name: 'ship__c', label: 'Ship', pluralLabel: 'Ships' });
  const indexed = (name: string): Field => ({ name, type: 'integer', indexed: true });
  const rank = await fields('lead', LEAD_FIELDS);
  await fields('contact', [...mixedFields(40), ...FORMULAS]);
  const height = await fields('campaign', [indexed('height__c'), ...mixedFields(19)]);
  const speed = await fields('ship__c', [indexed('speed__c'), ...mixedFields(5)]);
  return { rank, height, speed, ship: ship.id };
}

async function measure(each: Case, servers: Servers, authorization: string): Promise<BenchResult> {
  await demandSameAnswers(servers, each.next(), authorization);
  return besideBare(each, { ...servers, authorization });
}

/**
 * How long the slowest of a hundred takes, with eight callers: the smaller the better. What the
 * least software takes stands beside it, since eight callers may be more than a small machine can
 * serve.
 */
async function slowest(
  each: Case,
  { ours, bare }: Servers,
  authorization: string,
): Promise<BenchResult> {
  const [least, p99] = [
    await slowestOf(each, bare, authorization),
    await slowestOf(each, ours, authorization),
  ];
  return {
    measure: `p99 with ${CALM_CONNECTIONS} clients (bare ${tenths(least)} ms): ${each.measure}`,
    rate: tenths(p99),
    limit: P99_MS,
    ratio: Math.round((P99_MS / p99) * 100) / 100,
    target: 1,
    unit: 'ms',
    peakMemoryMb: ours.peakMemoryMb(),
  };
}

const tenths = (value: number): number => Math.round(value * 10) / 10;

async function slowestOf(
  { next, expect }: Case,
  { port }: ChildServer,
  authorization: string,
): Promise<number> {
  const times: number[] = [];
  await httpLoad({
    port,
    headers: { authorization },
    connections: CALM_CONNECTIONS,
    seconds: ROUND_SECONDS * 2,
    next,
    expect,
    onAnswer: (milliseconds) => times.push(milliseconds),
  });
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length * 0.99)] ?? 0;
}
