import { EVENTS, type EventDescription } from '@quittance/contracts';
import { Client } from 'pg';
import { schemaFaults } from './json-schema.js';
import type { OpenApi, Schema } from './open-api.js';

/** An event as it was announced. */
export interface AnnouncedEvent {
  readonly type: string;
  readonly object: string;
  readonly data: unknown;
}

/** Descriptions of events refer to nothing outside of themselves. */
const NO_DOCUMENT = { components: { schemas: {} } } as unknown as OpenApi;

const ANNOUNCED = `select seq::text, type, object, data from outbox.event where seq > $1
  order by seq`;

/** The last event that was looked at in each database. */
const looked = new Map<string, string>();

/** Where an event is not what its description says. */
export function eventFaults({ type, object, data }: AnnouncedEvent): readonly string[] {
  const described = (EVENTS as Readonly<Record<string, EventDescription | undefined>>)[type];
  if (!described) return ['is described nowhere'];
  const { objects } = described;
  const schema = described.data.schema as Schema;
  const known = objects === null || objects.includes(object);
  return [
    ...(known ? [] : [`is not said to be about ${object}`]),
    ...schemaFaults(NO_DOCUMENT, schema, data),
  ];
}

/**
 * Events of a database, announced since it was last asked, that are not what libs/contracts says.
 */
export async function misdescribedEvents(ownerUrl: string): Promise<string[]> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const since = looked.get(ownerUrl) ?? '0';
    const { rows } = await owner.query<AnnouncedEvent & { seq: string }>(ANNOUNCED, [since]);
    looked.set(ownerUrl, rows.at(-1)?.seq ?? since);
    const faults = rows.flatMap((event) =>
      eventFaults(event).map((fault) => `${event.type} of ${event.object}: ${fault}`),
    );
    return [...new Set(faults)];
  } finally {
    await owner.end();
  }
}

/** @throws Error naming events that are not what libs/contracts says of them */
export async function refuseMisdescribedEvents(ownerUrl: string): Promise<void> {
  const wrong = await misdescribedEvents(ownerUrl);
  if (wrong.length > 0) throw new Error(`Events are not as described:\n${wrong.join('\n')}`);
}
