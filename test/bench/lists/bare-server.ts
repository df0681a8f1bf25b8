import Fastify from 'fastify';
import { Pool } from 'pg';
import { foundBy, lastUsed, type Statement } from './plain.js';

/**
 * The least software that answers a type-ahead: Fastify, pg, prepared statements. No guard, no
 * scope, no names of the accounts beside those of contacts.
 */
const pool = new Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.POOL_SIZE),
});
const company = process.env.COMPANY_ID ?? '';
const app = Fastify();

async function rows({ name, text, values }: Statement): Promise<readonly object[]> {
  return (await pool.query<object>({ name, text, values: [...values] })).rows;
}

interface Asked {
  readonly Querystring: { readonly q: string; readonly for?: string };
}

app.get('/health/live', () => 'ok');

app.get<Asked>('/contacts/lookup', async ({ query }) => {
  if (query.for === undefined) return { data: await rows(foundBy(company, query.q, 'contact')) };
  const used = await rows(lastUsed(company));
  const word = query.q.split(' ').at(-1) ?? '';
  return { data: await rows(foundBy(company, word, 'account')), used };
});

app.get<Asked>('/search', async ({ query }) => ({
  data: await rows(foundBy(company, query.q, 'contact')),
}));

app.listen({ port: Number(process.env.BARE_PORT), host: '127.0.0.1' }).catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
