import { connect } from '@quittance/database/host';
import type { Database } from '@quittance/database';
import { systemClock } from '@quittance/kernel';
import { RazorpayProvider } from '@quittance/payment-razorpay/host';
import type { PoolClient } from 'pg';
import { allEntities } from '../../../apps/cli/src/assembly.js';
import { gatewayOf } from '@quittance/gateway/testing';
import { arrayText } from './array-text.js';
import type { PayingCompany } from './capture-data.js';
import { capturedWebhook, type CapturedPayment } from './capture-webhook.js';

/** A statement the product sent, with its parameters as PostgreSQL was given them. */
export interface RecordedStatement {
  /** Set for statements that are prepared under this name. */
  readonly name: string | undefined;
  readonly text: string;
  readonly params: readonly (string | null)[];
}

/** Statements sent together: those of the next round trip wait for the answers of this one. */
export type RoundTrip = readonly RecordedStatement[];

/** The part of pg's connection that writes what is asked. */
interface Wire {
  on(event: 'readyForQuery', listener: () => void): void;
  query(text: string): void;
  parse(message: { name?: string; text: string }): void;
  bind(message: {
    statement?: string;
    values?: readonly unknown[];
    valueMapper: (value: unknown) => unknown;
  }): void;
  sync(): void;
}

/** Books a payment with the product's own operation and writes down what it asks the database. */
export async function recordCapture(
  url: string,
  company: PayingCompany,
  payment: CapturedPayment,
): Promise<readonly RoundTrip[]> {
  const settings = { url, poolSize: 1, applicationName: 'quittance-bench-recorder' };
  const db = await connect(settings, allEntities);
  try {
    const roundTrips: RecordedStatement[][] = [];
    const client = await db.pool.connect();
    listenIn(client, roundTrips);
    client.release();
    await receive(db, company, payment);
    return roundTrips;
  } finally {
    await db.close();
  }
}

async function receive(
  db: Database,
  company: PayingCompany,
  payment: CapturedPayment,
): Promise<void> {
  const { body, headers } = capturedWebhook(company, payment);
  const answer = await gatewayOf(db, () => [new RazorpayProvider()]).receive.execute({
    provider: 'razorpay',
    raw: Buffer.from(body),
    headers,
    requestId: 'bench',
    ip: '127.0.0.1',
    now: systemClock.now(),
  });
  if (!answer.applied) throw new Error(`The recorded capture was not booked: ${answer.reason}`);
}

/**
 * Listens in where pg writes to the server: everything that is asked passes there, whoever asks.
 * What is written while an answer is awaited shares the round trip of what was written before.
 */
function listenIn(client: PoolClient, roundTrips: RecordedStatement[][]): void {
  const wire = (client as unknown as { connection: Wire }).connection;
  const texts = new Map<string, string>();
  let awaited = 0;
  let open = false;
  const add = (statement: RecordedStatement) => {
    if (awaited === 0 && !open) roundTrips.push([]);
    open = true;
    roundTrips.at(-1)?.push(statement);
  };
  const departed = () => {
    awaited += 1;
    open = false;
  };
  wire.on('readyForQuery', () => (awaited -= 1));
  instead(wire, 'query', (text) => {
    add({ name: undefined, text, params: [] });
    departed();
  });
  instead(wire, 'parse', ({ name = '', text }) => texts.set(name, text));
  instead(wire, 'bind', ({ statement: name = '', values = [], valueMapper }) =>
    add({
      name: name || undefined,
      text: texts.get(name) ?? '',
      params: values.map((value) => asText(valueMapper(value))),
    }),
  );
  instead(wire, 'sync', departed);
}

/** Calls the listener before the method. */
function instead<Name extends 'query' | 'parse' | 'bind' | 'sync'>(
  wire: Wire,
  name: Name,
  listener: (...args: Parameters<Wire[Name]>) => unknown,
): void {
  const original = wire[name].bind(wire) as (...args: Parameters<Wire[Name]>) => void;
  wire[name] = ((...args: Parameters<Wire[Name]>) => {
    listener(...args);
    original(...args);
  }) as Wire[Name];
}

function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return Buffer.isBuffer(value) ? arrayText(value) : String(value);
}
