import { Injectable } from '@nestjs/common';
import { atSavepoint, Database, sql, type Tx } from '@quittance/database';
import { invalidField, notFound, type Ctx, type DomainError } from '@quittance/kernel';
import {
  bulkTargets,
  inBulk,
  recordProblem,
  type BulkResult,
  type BulkSummary,
  type BulkTargets,
} from '@quittance/mass';
import { CompanyModels, type CompanyObject, type RecordId } from '@quittance/metadata';
import {
  customMembers,
  refusalsIn,
  type CustomMembers,
  type RecordInput,
} from '@quittance/objects';
import { quoteLocked } from '../../sales.errors.js';
import { announceQuote } from '../change-quote.js';
import type { Quote, QuoteId } from '../quote.description.js';
import { lockQuotes, quotes as rows } from '../quote.repository.js';
import { quoteFieldValues } from '../quote.view.js';
import { readQuotesPatch, type QuotesPatch } from './bulk-patch.js';
import { QuoteFields } from './quote-fields.js';
import { markQuote } from './written-quotes.js';

/**
 * Changes owner, internal notes and custom fields of many quotes alike, each for itself, whatever
 * their state: no customer is offered any of it.
 */
@Injectable()
export class BulkUpdateQuotes {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
    private readonly fields: QuoteFields,
  ) {}

  /**
   * Batch by batch, each in a transaction of its own; sent again it comes to the same.
   * @throws DomainError bulk_too_many, invalid_list_request, validation_failed
   */
  async execute(
    ctx: Ctx,
    input: BulkTargets & { readonly patch: RecordInput },
  ): Promise<BulkSummary> {
    const patch = readQuotesPatch(input.patch);
    const { terms } = await this.db.read(ctx, async (tx) => {
      await requireOwner(tx, patch);
      return this.models.of(tx);
    });
    const ids = await bulkTargets(ctx, this.db, await this.fields.list(ctx), terms, input);
    const records = { ids, table: 'sales.quote' };
    return inBulk(ctx, this.db, records, (tx, some) => this.change(tx, some, patch));
  }

  private async change(
    tx: Tx,
    ids: readonly RecordId[],
    patch: QuotesPatch,
  ): Promise<readonly BulkResult[]> {
    const [found, object] = await tx.locked(
      () => lockQuotes(tx, ids as readonly string[] as readonly QuoteId[]),
      (behind) => this.models.object(behind, 'quote'),
    );
    const outcomes = new Map<string, DomainError | number>();
    for (const { id, status, version } of found) {
      outcomes.set(id, status === 'cancelled' ? quoteLocked({ status }) : version);
    }
    const open = found.filter(({ status }) => status !== 'cancelled');
    const { changed, refused } = await changeEach(tx, object, open, patch);
    for (const [id, error] of refused) outcomes.set(id, error);
    for (const { id, version } of changed) outcomes.set(id, version + 1);
    const before = new Map(found.map(({ id, version }) => [id as string, version]));
    return ids.map((id) => resultOf(id, outcomes.get(id), before.get(id)));
  }
}

/** By primary key of the table behind the view. */
const USER = sql(`
  select u.id from identity.pub_user u where u.company_id = $1 and u.id = $2`);

/** @throws DomainError validation_failed where there is no such user */
async function requireOwner(tx: Tx, { described: { ownerId } }: QuotesPatch): Promise<void> {
  if (!ownerId || (await tx.maybe(USER, [tx.ctx.companyId, ownerId]))) return;
  throw invalidField('/patch/ownerId', 'not_found', 'There is no such user.');
}

function resultOf(
  id: RecordId,
  outcome: DomainError | number = notFound({ object: 'quote' }),
  before?: number,
): BulkResult {
  if (typeof outcome !== 'number') {
    return { id, status: 'failed', problem: recordProblem(outcome) };
  }
  return { id, status: outcome === before ? 'unchanged' : 'updated', version: outcome };
}

interface Changes {
  readonly changed: readonly Quote[];
  readonly refused: ReadonlyMap<string, DomainError>;
}

/** Those that are refused are left out, and the others asked about again. */
async function changeEach(
  tx: Tx,
  object: CompanyObject,
  quotes: readonly Quote[],
  patch: QuotesPatch,
): Promise<Changes> {
  const refused = new Map<string, DomainError>();
  const isAsked =
    Object.keys(patch.custom).length > 0 || (await customMembers.areAsked(tx, object));
  if (!isAsked) return { changed: store(tx, quotes, [], patch), refused };
  for (let rest = quotes; ;) {
    const asked = rest;
    try {
      const changed = await atSavepoint(tx, async (part) => {
        const members = await membersOf(part, object, asked, patch);
        await customMembers.storeOf(part, object, members);
        return store(part, asked, members, patch);
      });
      return { changed, refused };
    } catch (error) {
      const found = refusalsIn(error);
      if (!found) throw error;
      for (const [at, refusal] of found) refused.set(asked[at]?.id ?? '', refusal);
      rest = asked.filter((_, at) => !found.has(at));
    }
  }
}

function membersOf(
  tx: Tx,
  object: CompanyObject,
  quotes: readonly Quote[],
  { described, custom }: QuotesPatch,
): Promise<readonly CustomMembers[]> {
  const subjects = quotes.map((quote) => ({
    id: quote.id as string as RecordId,
    before: quoteFieldValues(quote),
    standard: quoteFieldValues({ ...quote, ...described }),
    input: custom,
  }));
  return customMembers.readOf(tx, object, subjects);
}

/** Stores them as a set. Answers those that differ from what they were. */
function store(
  tx: Tx,
  quotes: readonly Quote[],
  members: readonly CustomMembers[],
  { described }: QuotesPatch,
): readonly Quote[] {
  const keys = Object.keys(described) as (keyof typeof described)[];
  const { now, userId } = tx.ctx;
  const changed = quotes.filter((quote, i) => {
    const custom = members[i] ?? null;
    const differs = keys.some((key) => described[key] !== quote[key]);
    if (!differs && Object.keys(custom?.draft.values ?? {}).length === 0) return false;
    const stamped = { version: quote.version + 1, updatedAt: now, updatedBy: userId };
    const after = { ...quote, ...described, ...stamped };
    const note = { event: 'record.updated', action: 'quote.updated', custom } as const;
    markQuote(tx, after, quote);
    announceQuote(tx, quote, after, keys, note);
    return true;
  });
  const ids = changed.map(({ id }) => id);
  if (ids.length > 0) tx.later(rows.storeAlike(tx, ids, { ...described, updatedBy: userId }));
  return changed;
}
