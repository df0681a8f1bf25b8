import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import { Lists, type ListCall } from '@quittance/http/host';
import type { Ctx } from '@quittance/kernel';
import type { ListNarrowing } from '@quittance/lists';
import {
  listWithinReach,
  requireWithinReach,
  resolveScope,
  seenOf,
  withinReach,
  type PortalCtx,
  type PortalObject,
  type PortalScope,
  type Says,
} from '@quittance/portal';
import { exportOf } from './exports.js';
import { withoutPrices } from './without-prices.js';

type Reached = Pick<PortalObject, 'name' | 'list' | 'within'>;

/**
 * The one door by which the customer's portal reads and writes records: each is asked for with what
 * the user reaches, and answered with what the user may see. No controller beside it has a query.
 */
@Injectable()
export class CustomerRecords {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
  ) {}

  /** What the user reaches, as of now. */
  scope(ctx: PortalCtx): Promise<PortalScope> {
    return this.db.read(ctx, (tx) => resolveScope(tx, ctx.portal));
  }

  /** A list of what the user reaches, in the form that is asked for. */
  async list<Row, Item extends object>(
    ctx: PortalCtx,
    object: PortalObject<Row, Item>,
    call: ListCall,
    narrowing?: ListNarrowing,
  ) {
    const list = listWithinReach(object, await this.scope(ctx));
    return this.lists.answer(ctx, list, call, narrowing);
  }

  /** The same as a download. */
  export<Row, Item extends object>(
    ctx: PortalCtx,
    object: PortalObject<Row, Item>,
    call: ListCall,
    format: string | undefined,
  ) {
    return this.list(ctx, object, exportOf(call, format));
  }

  /**
   * What an operation of another lib answers of a record, once the record was found within reach.
   * @throws DomainError not_found
   */
  async one<View extends object>(
    ctx: PortalCtx,
    object: Reached,
    id: string,
    says: Says<View>,
    work: (within: Ctx) => Promise<View>,
  ): Promise<Partial<View>> {
    const { rights } = ctx.portal;
    const within = await this.within(ctx, object, id);
    const view = await work(within).catch((error: unknown) => {
      throw rights.has('seePricing') ? error : withoutPrices(error);
    });
    return seenOf(says, view, rights);
  }

  /** The context of work on a record within reach. @throws DomainError not_found */
  async within(ctx: PortalCtx, object: Reached, id: string): Promise<Ctx> {
    await this.read(ctx, (tx, scope) => requireWithinReach(tx, object, scope, id));
    return withinReach(ctx);
  }

  /** Whether a record is there and within reach. */
  async read<T>(ctx: PortalCtx, work: (tx: Tx, scope: PortalScope) => Promise<T>): Promise<T> {
    return this.db.read(ctx, async (tx) => work(tx, await resolveScope(tx, ctx.portal)));
  }
}
