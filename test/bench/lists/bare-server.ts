import Fastify from 'fastify';
import { Pool } from 'pg';
import { accountsFound, accountsUsed, anyFound, contactsFound, type Statement } from './typed.js';

/**
 * The least software that answers a type-ahead with the same rows in the same order: Fastify, pg,
 * prepared statements. No guard, no rights, no scope, one company.
 */
const pool = new Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.POOL_SIZE),
});
const company = process.env.COMPANY_ID ?? '';
const app = Fastify();

interface Found {
  readonly id: string;
  readonly label: string;
  readonly rank: number;
  readonly [told: string]: unknown;
}

async function rows({ name, text, values }: Statement): Promise<readonly Found[]> {
  return (await pool.query<Found>({ name, text, values: [...values] })).rows;
}

const TOLD = ['account', 'email', 'billing_email', 'tax_registration', 'external_key'];

function picked(found: Found) {
  const told = TOLD.map((name) => found[name]).filter((text) => text !== found.label && text);
  return { id: found.id, label: found.label, context: told.join(' · ') || null };
}

interface AnyFound {
  readonly kinds: readonly string[];
  readonly documents: readonly boolean[];
}

const MOST_FOUND = 20;

interface Asked {
  readonly Querystring: { readonly q: string; readonly for?: string };
}

app.get('/health/live', () => 'ok');

app.get<Asked>('/contacts/lookup', async ({ query }) => {
  const typed = query.q.toLowerCase();
  if (query.for === undefined) {
    return { data: (await rows(contactsFound(company, typed))).map(picked) };
  }
  const words = typed.split(' ');
  const [used, others] = await Promise.all([
    rows(accountsUsed(company, words)),
    rows(accountsFound(company, words)),
  ]);
  const known = new Set(used.map(({ id }) => id));
  const all = [...used, ...others.filter(({ id }) => !known.has(id))];
  const isNamed = ({ rank }: Found) => (rank === 0 ? 0 : 1);
  const nearest = all.toSorted((a, b) => isNamed(a) - isNamed(b)).slice(0, 10);
  return { data: nearest.map(picked) };
});

/** Here there are no documents and, of what has words, contacts and accounts. */
app.get<Asked>('/search', async ({ query }) => {
  const { name, text, values } = anyFound(company, query.q);
  const { rows: any } = await pool.query<AnyFound>({ name, text, values: [...values] });
  const others = any.some(
    ({ kinds, documents }) => kinds.join(' ') !== 'contact' || documents.includes(true),
  );
  if (others) throw new Error(`${query.q} is found elsewhere`);
  const all = await rows(contactsFound(company, query.q, MOST_FOUND + 1));
  const found = all
    .slice(0, MOST_FOUND)
    .map((row) => ({ ...picked(row), path: `/contacts/${row.id}` }));
  const data = [{ object: 'contact', label: 'Contacts', found }];
  return { data, more: all.length > MOST_FOUND };
});

app.listen({ port: Number(process.env.BARE_PORT), host: '127.0.0.1' }).catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
