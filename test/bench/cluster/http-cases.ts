import type { Database } from '@quittance/database';
import { randomBytes } from 'node:crypto';
import { startChild, type ChildServer } from '../support/child-server.js';
import type { LoadRequest } from '../support/http-load.js';
import { newCompany, signedIn } from './cluster-company.js';
import type { ComparedDatabase } from './two-servers.js';

const POOL_SIZE = 10;
const RECORDS = 200;

/** A staff API on one of the two, with records to read and write. */
export interface HttpSide {
  readonly server: ChildServer;
  readonly authorization: string;
  readonly leads: readonly string[];
  readonly invoices: readonly string[];
  readonly accountId: string;
}

export interface HttpCase {
  readonly measure: string;
  readonly target: number;
  readonly expect: number;
  next(side: HttpSide): LoadRequest;
}

export function casesOf(): readonly HttpCase[] {
  const get = (path: string): LoadRequest => ({ method: 'GET', path });
  const post = (path: string, body: object): LoadRequest => ({
    method: 'POST',
    path,
    body: JSON.stringify(body),
  });
  return [
    {
      measure: 'get an invoice by id',
      target: 0.8,
      expect: 200,
      next: ({ invoices }) => get(`/invoices/${one(invoices)}`),
    },
    {
      measure: 'get a lead by id',
      target: 0.8,
      expect: 200,
      next: ({ leads }) => get(`/leads/${one(leads)}`),
    },
    {
      measure: 'create an invoice with 3 lines',
      target: 0.6,
      expect: 201,
      next: ({ accountId }) => post('/invoices', newInvoice(accountId)),
    },
    {
      measure: 'create a lead with an indexed field',
      target: 0.6,
      expect: 201,
      next: () => post('/leads', newLead()),
    },
    {
      measure: 'save a lead with an indexed field',
      target: 0.6,
      expect: 200,
      next: ({ leads }) => ({
        method: 'PATCH',
        path: `/leads/${one(leads)}`,
        body: JSON.stringify({ rank__c: pick(1_000_000), title: `Title ${pick(1000)}` }),
      }),
    },
  ];
}

/** Starts the staff API and makes, by it, what is read and written. */
export async function openSide(on: {
  readonly database: ComparedDatabase;
  readonly db: Database;
}): Promise<HttpSide> {
  const secret = randomBytes(32).toString('hex');
  const ctx = await newCompany(on.db);
  const { admin, clerk } = await signedIn(on.db, ctx, secret);
  const server = await startChild('apps/staff-api/src/main.js', 'STAFF_PORT', {
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    DATABASE_URL: on.database.url,
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    STAFF_TOKEN_SECRET: secret,
    SECRETS_KEY: `bench:${randomBytes(32).toString('base64')}`,
    RATE_LIMIT_PER_MINUTE: '1000000',
  });
  const send = async (path: string, body: object): Promise<string> => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method: 'POST',
      headers: { authorization: admin, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.status !== 201) throw new Error(`${path}: ${await answer.text()}`);
    return ((await answer.json()) as { id: string }).id;
  };
  const field = { name: 'rank__c', label: 'Rank', type: 'integer', indexed: true };
  await send('/customization/objects/lead/fields', field);
  const accountId = await send('/accounts', { name: 'Customer', email: 'ap@customer.example' });
  const leads: string[] = [];
  const invoices: string[] = [];
  for (let i = 0; i < RECORDS; i += 1) {
    leads.push(await send('/leads', newLead()));
    invoices.push(await send('/invoices', newInvoice(accountId)));
  }
  return { server, authorization: clerk, leads, invoices, accountId };
}

const newLead = () => {
  const n = pick(1_000_000);
  return { name: `Lead ${n}`, companyName: `Company ${n}`, rank__c: n };
};

function newInvoice(accountId: string) {
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

const one = (ids: readonly string[]): string => ids[pick(ids.length)] ?? '';
