import { sql, type Tx } from '@quittance/database';
import { notFound } from '@quittance/kernel';
import { nounList } from '@quittance/nouns';
import { endpointNoun, type Endpoint } from './endpoint.description.js';
import type { WebhookId } from './endpoint.js';
import { endpointView, type EndpointView } from './endpoint.view.js';

const { rows } = endpointNoun;
const COLUMNS = rows.select('e');

const FIND = sql(`
  select ${COLUMNS} from webhooks.endpoint e where e.company_id = $1 and e.id = $2`);
const LOCK = sql(`
  select ${COLUMNS} from webhooks.endpoint e
  where e.company_id = $1 and e.id = $2 for no key update`);
const ACTIVE = sql(`
  select ${COLUMNS} from webhooks.endpoint e where e.company_id = $1 and e.active order by e.id`);
const ALL = sql(`
  select ${COLUMNS} from webhooks.endpoint e where e.company_id = $1 order by e.id`);
/** Its messages and their attempts go with it. */
const DELETE = sql(`delete from webhooks.endpoint where company_id = $1 and id = $2`);
const SLOTS = sql(`select e.slot from webhooks.endpoint e where e.company_id = $1 order by e.slot`);

async function one(found: Promise<Endpoint | undefined>): Promise<Endpoint> {
  const endpoint = await found;
  if (!endpoint) throw notFound({ object: 'webhook' });
  return endpoint;
}

/** @throws DomainError not_found */
export function findEndpoint(tx: Tx, id: WebhookId): Promise<Endpoint> {
  return one(tx.maybe<Endpoint>(FIND, [tx.ctx.companyId, id]));
}

/** @throws DomainError not_found */
export function lockEndpoint(tx: Tx, id: WebhookId): Promise<Endpoint> {
  return one(tx.maybe<Endpoint>(LOCK, [tx.ctx.companyId, id]));
}

export function activeEndpoints(tx: Tx): Promise<Endpoint[]> {
  return tx.rows<Endpoint>(ACTIVE, [tx.ctx.companyId]);
}

/** Those of the company, at most ten, the first made first. */
export function allEndpoints(tx: Tx): Promise<Endpoint[]> {
  return tx.rows<Endpoint>(ALL, [tx.ctx.companyId]);
}

/** The slots in use, ascending. */
export async function usedSlots(tx: Tx): Promise<readonly number[]> {
  const used = await tx.rows<{ slot: number }>(SLOTS, [tx.ctx.companyId]);
  return used.map(({ slot }) => slot);
}

/** @throws the violation of `endpoint_slot_key` when another endpoint took the slot meanwhile */
export function insertEndpoint(tx: Tx, endpoint: Endpoint): Promise<void> {
  return rows.insert(tx, [endpoint]);
}

export async function updateEndpoint(
  tx: Tx,
  before: Endpoint,
  patch: Partial<Endpoint>,
): Promise<Endpoint> {
  const set = { ...patch, version: before.version + 1, updatedAt: tx.ctx.now };
  await rows.update(tx, { id: before.id }, set);
  return { ...before, ...set };
}

export async function deleteEndpoint(tx: Tx, id: WebhookId): Promise<void> {
  await tx.run(DELETE, [tx.ctx.companyId, id]);
}

/** Where a company's events are sent. */
export const endpointList = nounList<Endpoint, EndpointView>(endpointNoun, endpointView);
