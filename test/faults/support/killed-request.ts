import { OnInvoiceClosed, SweepCheckouts, SweepRefunds } from '@quittance/gateway/host';
import { addSeconds, newId, systemClock } from '@quittance/kernel';
import { EventConsumers, OutboxDispatcher } from '@quittance/outbox/host';
import { Client } from 'pg';
import type { StaffClient } from '../../support/test-api.js';
import type { Json } from './razorpay-events.js';
import type { TwoHosts } from './two-hosts.js';

/** What the caller came to know; null when the connection broke before there was an answer. */
export type Told = { readonly status: number; readonly body: Json } | null;

/** One request of a staff member, sent again under its key until it is answered. */
export class KilledRequest {
  private readonly key = newId();

  constructor(
    private readonly staff: StaffClient,
    private readonly path: string,
    private readonly body: Json,
  ) {}

  async send(url: string): Promise<Told> {
    try {
      const answer = await fetch(`${url}${this.path}`, {
        method: 'POST',
        body: JSON.stringify(this.body),
        headers: {
          authorization: `Bearer ${this.staff.token()}`,
          'content-type': 'application/json',
          'idempotency-key': this.key,
        },
      });
      return { status: answer.status, body: (await answer.json()) as Json };
    } catch (error) {
      // By name: the test's realm has another TypeError than the one fetch throws.
      if ((error as Error).name === 'TypeError') return null;
      throw error;
    }
  }
}

/** Lets a minute pass for whatever a dead process holds: its keys, and the links it was making. */
export async function aMinuteLater({ t }: TwoHosts): Promise<void> {
  await asOwner(t, async (owner) => {
    await owner.query(
      `update http.idempotency_key set locked_at = locked_at - interval '61 seconds'`,
    );
    await owner.query(
      `update gateway.checkout set busy_until = busy_until - interval '61 seconds'`,
    );
  });
}

/** Lets a minute pass for the dead holder of one key. */
export async function aMinuteLaterFor(t: Owned, key: string): Promise<void> {
  await asOwner(t, async (owner) => {
    const { rows } = await owner.query<{ before: string }>(
      `select (locked_at - interval '61 seconds')::text as before
       from http.idempotency_key where key = $1`,
      [key],
    );
    // A cluster updates by nothing that a time zone decides.
    await owner.query('update http.idempotency_key set locked_at = $2 where key = $1', [
      key,
      rows[0]?.before,
    ]);
  });
}

type Owned = Pick<TwoHosts['t'], 'ownerUrl'>;

/** Does something as who owns the tables, past all rights. */
export async function asOwner(t: Owned, work: (owner: Client) => Promise<unknown>): Promise<void> {
  const owner = new Client({ connectionString: t.ownerUrl });
  await owner.connect();
  try {
    await work(owner);
  } finally {
    await owner.end();
  }
}

/** What the worker does when two minutes have passed: events first, which may close links. */
export async function sweepTwoMinutesLater({ t, staff }: TwoHosts): Promise<void> {
  const now = addSeconds(systemClock.now(), 125);
  t.clock.set(now);
  const consumers = new EventConsumers();
  consumers.register(new OnInvoiceClosed());
  await new OutboxDispatcher(t.db, consumers).dispatchOnce(now);
  await staff.app.get(SweepCheckouts, { strict: false }).execute(now);
  await staff.app.get(SweepRefunds, { strict: false }).execute(now);
}
