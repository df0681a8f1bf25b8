import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import { exportOf, Lists, type ListCall } from '@quittance/http/host';
import type { AccountId, Ctx } from '@quittance/kernel';
import { listPage, parseListRequest, type ListNarrowing } from '@quittance/lists';
import { CompanyModels, objectOf, type CompanyObject } from '@quittance/metadata';
import { customMembers, type RecordInput } from '@quittance/objects';
import {
  accountInReach,
  idsWithinReach,
  listWithinReach,
  referenceNotFoundAt,
  requireWithinReach,
  resolveScope,
  seenOf,
  withinReach,
  type PortalCtx,
  type PortalObject,
  type PortalScope,
  type Says,
} from '@quittance/portal';
import { ownScope, withOpenedMembers } from '@quittance/portal/host';
import type { FoundRecord, SearchedObject } from './found/searched-objects.js';
import { withoutPrices } from './without-prices.js';

type Reached = Pick<PortalObject, 'name' | 'list' | 'within' | 'custom'>;

/**
 * The one door by which the customer's portal reads and writes records: each is asked for with what
 * the user reaches, and answered with what the user may see. No controller beside it has a query.
 */
@Injectable()
export class CustomerRecords {
  constructor(
    private readonly db: Database,
    private readonly lists: Lists,
    private readonly models: CompanyModels,
  ) {}

  /** What the user reaches, as of now. */
  async scope(ctx: PortalCtx): Promise<PortalScope> {
    const { portal } = ctx;
    return ownScope(portal) ?? (await this.db.read(ctx, (tx) => resolveScope(tx, portal)));
  }

  /** A list of what the user reaches, in the form that is asked for. */
  async list<Row, Item extends object>(
    ctx: PortalCtx,
    object: PortalObject<Row, Item>,
    call: ListCall,
    narrowing?: ListNarrowing,
  ) {
    const whole = await this.customObject(ctx, object);
    const opened = whole ? withOpenedMembers(object, whole, 'customer') : object;
    const list = listWithinReach(opened, await this.scope(ctx));
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

  /** The first of a list of what the user reaches, as members of something else. */
  some<Row, Item extends object>(
    ctx: PortalCtx,
    object: PortalObject<Row, Item>,
    narrowing: ListNarrowing,
    most: number,
  ): Promise<readonly Partial<Item>[]> {
    return this.read(ctx, async (tx, scope) => {
      const list = listWithinReach(object, scope);
      const query = { cursor: '', pageSize: String(most) };
      const request = parseListRequest(list as never, query);
      return (await listPage(tx, list, request, narrowing)).data;
    });
  }

  /**
   * What an operation of another lib answers of a record, once the record was found within reach.
   * What is answered of the record itself comes with the fields that the company has opened.
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
    const seen = seenOf(says, view, rights);
    if ((view as { readonly id?: string }).id !== id) return seen;
    const whole = await this.customObject(ctx, object);
    const part = whole && customMembers.openedPart(whole, 'customer', rights.has('seePricing'));
    if (!part) return seen;
    const [own] = await this.db.read(ctx, (tx) => customMembers.shownWith(tx, part, [{ id }]));
    return { ...seen, ...own };
  }

  /**
   * What a body has of an object's custom fields, as far as the company lets customers send them.
   * @throws DomainError malformed_request, validation_failed
   */
  async sent(ctx: PortalCtx, object: Pick<Reached, 'custom'>, custom: RecordInput | undefined) {
    const whole = await this.customObject(ctx, object);
    const seesPrices = ctx.portal.rights.has('seePricing');
    return whole && customMembers.sent(whole, 'customer', seesPrices, custom);
  }

  /** What a company has made of the object; no statement where this process knows it. */
  private async customObject(
    ctx: PortalCtx,
    { custom }: Pick<Reached, 'custom'>,
  ): Promise<CompanyObject | undefined> {
    if (custom === undefined) return undefined;
    const model = this.models.held(ctx) ?? (await this.db.read(ctx, (tx) => this.models.of(tx)));
    return objectOf(model, custom);
  }

  /** The context of work on a record within reach. @throws DomainError not_found */
  async within(ctx: PortalCtx, object: Reached, id: string): Promise<Ctx> {
    await this.read(ctx, (tx, scope) => requireWithinReach(tx, object, scope, id));
    return withinReach(ctx);
  }

  /** The same where the work is a read of its own. @throws DomainError not_found */
  readOne<View extends object>(
    ctx: PortalCtx,
    object: Reached,
    id: string,
    says: Says<View>,
    work: (tx: Tx) => Promise<View>,
  ): Promise<Partial<View>> {
    return this.one(ctx, object, id, says, (within) => this.db.read(within, work));
  }

  /** What belongs to a record within reach, read with it. @throws DomainError not_found */
  reading<T>(
    ctx: PortalCtx,
    object: Reached,
    id: string,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    return this.read(ctx, async (tx, scope) => {
      await requireWithinReach(tx, object, scope, id);
      return work(tx);
    });
  }

  /**
   * The context of work on a record that a body names.
   * @throws DomainError reference_not_found at the pointer
   */
  async pointedAt(ctx: PortalCtx, object: Reached, id: string, pointer: string): Promise<Ctx> {
    await this.requireAll(ctx, object, [id], () => pointer);
    return withinReach(ctx);
  }

  /**
   * The same of several.
   * @throws DomainError reference_not_found at the pointer of the first that is not in reach
   */
  async allPointedAt(
    ctx: PortalCtx,
    object: Reached,
    ids: readonly string[],
    pointerOf: (i: number) => string,
  ): Promise<Ctx> {
    await this.requireAll(ctx, object, ids, pointerOf);
    return withinReach(ctx);
  }

  /** Which of several records are within reach. */
  reached<Id extends string>(
    ctx: PortalCtx,
    object: Reached,
    ids: readonly Id[],
  ): Promise<ReadonlySet<Id>> {
    return this.read(ctx, (tx, scope) => idsWithinReach(tx, object, scope, ids));
  }

  private async requireAll(
    ctx: PortalCtx,
    object: Reached,
    ids: readonly string[],
    pointerOf: (i: number) => string,
  ): Promise<void> {
    const found = await this.reached(ctx, object, ids);
    const missing = ids.findIndex((id) => !found.has(id));
    if (missing >= 0) throw referenceNotFoundAt(pointerOf(missing), object.name);
  }

  /**
   * An account in reach, the user's own where none is named, with the context of work on it.
   * @throws DomainError reference_not_found
   */
  async account(ctx: PortalCtx, named: AccountId | undefined) {
    const accountId = accountInReach(await this.scope(ctx), named);
    return { accountId, within: withinReach(ctx) };
  }

  /** What is found of each of these by a text, the latest first, in turns: one statement each. */
  async search(
    ctx: PortalCtx,
    objects: readonly SearchedObject[],
    text: string,
    most: number,
  ): Promise<readonly FoundRecord[]> {
    const found = await this.read(ctx, (tx, scope) =>
      Promise.all(
        objects.map(async ({ reached, found: shown }) => {
          const list = listWithinReach(reached as never, scope);
          const query = { search: text, cursor: '', pageSize: String(most) };
          const { data } = await listPage(tx, list, parseListRequest(list as never, query));
          return data.map(shown);
        }),
      ),
    );
    const turns = Array.from({ length: most }, (_, n) => found.flatMap((each) => each[n] ?? []));
    return turns.flat().slice(0, most);
  }

  /** Work on what the user reaches, which is handed the scope it is to keep to. */
  async read<T>(ctx: PortalCtx, work: (tx: Tx, scope: PortalScope) => Promise<T>): Promise<T> {
    return this.db.read(ctx, async (tx) => work(tx, await resolveScope(tx, ctx.portal)));
  }
}
