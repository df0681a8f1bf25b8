import type { Tx } from '@quittance/database';
import { epochMs, type Instant } from '@quittance/kernel';
import type { Endpoint } from '../endpoints/endpoint.description.js';
import type { WebhookId } from '../endpoints/endpoint.js';
import {
  CLAIM_MESSAGES,
  COUNT_UNDER_WAY,
  FIND_DUE_MESSAGES,
  HOLD_ENDPOINTS,
  KEEP_PACE,
  PUT_BACK,
} from './claim-messages.sql.js';
import type { Message } from './message.description.js';
import type { Pace } from './pace.js';
import { freeSlots, type PerLane } from './slots.js';

type Target = Pick<
  Endpoint,
  'id' | 'url' | 'secret' | 'previousSecret' | 'previousSecretUntil' | 'inFlightLimit' | 'servedAt'
>;

/** A message that this process sends now, with what it takes to send it. */
export type ClaimedMessage = Pick<
  Message,
  'id' | 'endpointId' | 'type' | 'body' | 'attempts' | 'bulk'
> &
  Pick<Endpoint, 'url' | 'secret' | 'previousSecret' | 'previousSecretUntil'>;

export interface ClaimTerms {
  /** After that whoever has claimed is taken for dead. */
  readonly leaseUntil: Instant;
  /** The most this process can take, and of that the most of work on many records. */
  readonly room: { readonly all: number; readonly bulk: number };
  readonly pace: Pick<Pace, 'limitAfter'>;
}

/** What was claimed, and what was found out about the endpoints on the way. */
export interface Claim {
  readonly messages: readonly ClaimedMessage[];
  /** Endpoints whose slots ran out. */
  readonly full: readonly WebhookId[];
  /** Those whose limit was looked at, and whether it fell. */
  readonly judged: readonly { readonly id: WebhookId; readonly halved: boolean }[];
}

const NOTHING: PerLane = { fresh: 0, bulk: 0 };

/**
 * How often an endpoint is noted as served: often enough to tell that it is, without a write per
 * claim.
 */
const SERVED_EVERY_MS = 30_000;

/**
 * Takes what is due, the fresh before the bulk, within the limit of each endpoint over all
 * processes. Its cost depends on what is under way, not on what waits.
 */
export async function claimMessages(tx: Tx, terms: ClaimTerms): Promise<Claim> {
  const { companyId, now } = tx.ctx;
  const targets = await tx.rows<Target>(HOLD_ENDPOINTS, [companyId, now]);
  if (targets.length === 0) return { messages: [], full: [], judged: [] };
  const underWay = await countUnderWay(tx, targets);
  const judged = targets.flatMap(({ id, inFlightLimit }) => {
    const next = terms.pace.limitAfter(id, inFlightLimit);
    return next === null ? [] : [{ id, next, halved: next < inFlightLimit }];
  });
  const next = new Map(judged.map((each) => [each.id, each.next]));
  const limitOf = ({ id, inFlightLimit }: Target) => next.get(id) ?? inFlightLimit;
  const slots = targets.map((target) => {
    const standing = underWay.get(target.id) ?? NOTHING;
    const open = limitOf(target) - standing.fresh - standing.bulk;
    return { target, open, free: freeSlots(limitOf(target), standing) };
  });
  const claimer = new Claimer(tx, terms);
  await claimer.take(
    slots.map(({ target, free }) => ({ target, free: free.fresh })),
    false,
  );
  const left = slots.map(({ target, open, free }) => ({
    target,
    free: Math.min(free.bulk, open - claimer.takenOf(target.id)),
  }));
  await claimer.take(left, true);
  const changed = targets.filter(
    (target) =>
      limitOf(target) !== target.inFlightLimit ||
      (claimer.takenOf(target.id) > 0 && isLongAgo(target.servedAt, now)),
  );
  if (changed.length > 0) {
    const ids = changed.map(({ id }) => id);
    await tx.run(KEEP_PACE, [companyId, now, ids, changed.map(limitOf)]);
  }
  return { messages: claimer.messages, full: claimer.full, judged };
}

async function countUnderWay(
  tx: Tx,
  targets: readonly Target[],
): Promise<ReadonlyMap<WebhookId, PerLane>> {
  const held = [tx.ctx.companyId, tx.ctx.now, targets.map(({ id }) => id)];
  type Row = PerLane & { readonly endpointId: WebhookId; readonly died: number };
  const rows = await tx.rows<Row>(COUNT_UNDER_WAY, held);
  if (rows.some(({ died }) => died > 0)) await tx.run(PUT_BACK, held);
  return new Map(rows.map((row) => [row.endpointId, row]));
}

interface Asked {
  readonly target: Target;
  readonly free: number;
}

/** `whole` where the endpoint and not the process says how many. */
type Share = Asked & { readonly whole: boolean };

/** Takes messages lane by lane until the room of the process is used up. */
class Claimer {
  readonly messages: ClaimedMessage[] = [];
  readonly full: WebhookId[] = [];
  private readonly taken = new Map<WebhookId, number>();

  constructor(
    private readonly tx: Tx,
    private readonly terms: ClaimTerms,
  ) {}

  takenOf(id: WebhookId): number {
    return this.taken.get(id) ?? 0;
  }

  async take(asked: readonly Asked[], bulk: boolean): Promise<void> {
    const { tx, terms } = this;
    const room = Math.min(terms.room.all - this.messages.length, bulk ? terms.room.bulk : Infinity);
    const shares = sharesOf(asked, room);
    if (shares.length === 0) return;
    const { companyId, now } = tx.ctx;
    const ids = shares.map(({ target }) => target.id);
    const free = shares.map((share) => share.free);
    const asking = [companyId, now, ids, free, bulk];
    const found = await tx.rows<Pick<ClaimedMessage, 'id'>>(FIND_DUE_MESSAGES, asking);
    if (found.length === 0) return;
    type Row = Omit<ClaimedMessage, keyof Target> & Pick<ClaimedMessage, 'id'>;
    const taking = [companyId, found.map(({ id }) => id), terms.leaseUntil];
    const rows = await tx.rows<Row>(CLAIM_MESSAGES, taking);
    const counts = new Map<WebhookId, number>();
    for (const row of rows) {
      const share = shares.find(({ target }) => target.id === row.endpointId);
      if (!share) continue;
      const { url, secret, previousSecret, previousSecretUntil } = share.target;
      this.messages.push({ ...row, url, secret, previousSecret, previousSecretUntil });
      counts.set(row.endpointId, (counts.get(row.endpointId) ?? 0) + 1);
    }
    for (const { target, free: most, whole } of shares) {
      const count = counts.get(target.id) ?? 0;
      this.taken.set(target.id, this.takenOf(target.id) + count);
      if (whole && count === most) this.full.push(target.id);
    }
  }
}

/** Cuts what is asked for down to the room there is, an equal part for each while there is less. */
function sharesOf(asked: readonly Asked[], room: number): readonly Share[] {
  let left = Math.max(0, room);
  const wanting = asked.filter(({ free }) => free > 0).sort((a, b) => a.free - b.free);
  return wanting.flatMap(({ target, free }, i) => {
    const share = Math.min(free, Math.ceil(left / (wanting.length - i)), left);
    left -= share;
    return share > 0 ? [{ target, free: share, whole: share === free }] : [];
  });
}

function isLongAgo(servedAt: Instant | null, now: Instant): boolean {
  return servedAt === null || epochMs(now) - epochMs(servedAt) >= SERVED_EVERY_MS;
}
