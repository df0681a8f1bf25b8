import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { ListDefinition } from '@quittance/lists';
import { copiedValues, maskedForExport, withActiveMasters } from '@quittance/mass';
import { CompanyModels, objectOf, type CompanyModel, type RecordId } from '@quittance/metadata';
import {
  asActorAsks,
  customMembers,
  readRecords,
  type CustomMembers,
  type RecordInput,
} from '@quittance/objects';
import { orderFile } from '../../imports/order-file.js';
import type { Order, OrderHeadRow, OrderId } from '../order.description.js';
import { orderList } from '../order.lists.js';
import { orderFieldValues, type OrderHead } from '../order.view.js';
import { markOrderMembers } from './written-orders.js';

/** An order that is about to be written: without what is there already where it is new. */
export interface WrittenOrder {
  readonly before: Order | null;
  readonly after: Order;
  /** The custom fields that whoever writes it could be asked for; all where it is not told. */
  readonly asked?: ReadonlySet<string> | undefined;
}

/** The custom fields of orders: written with an order, shown with it, listed by. */
@Injectable()
export class OrderFields {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /**
   * Reads what is sent for custom fields, and asks the company's rules about the order as it will
   * be; null where it has neither and nothing is sent.
   * @throws DomainError malformed_request, validation_failed, and those of the checks
   */
  async read(
    tx: Tx,
    { before, after, asked }: WrittenOrder,
    input: RecordInput = {},
  ): Promise<CustomMembers | null> {
    const object = await this.models.object(tx, 'sales-order');
    const isSent = Object.keys(input).length > 0;
    if (!isSent && !(await customMembers.areAsked(tx, object))) return null;
    return customMembers.read(tx, object, {
      id: after.id as string as RecordId,
      before: before && orderFieldValues(before),
      standard: orderFieldValues(after),
      input,
      ...(asked && { asked }),
    });
  }

  /** Once the row is there. @throws DomainError validation_failed (unique) */
  async store(tx: Tx, members: CustomMembers | null): Promise<void> {
    if (!members) return;
    await customMembers.store(tx, await this.models.object(tx, 'sales-order'), members);
    markOrderMembers(tx, members);
  }

  /** What a copy or a revision takes over of custom fields. */
  async copied(tx: Tx, id: OrderId): Promise<RecordInput> {
    const object = await this.models.object(tx, 'sales-order');
    if (!customMembers.areThere(object)) return {};
    const [source] = await readRecords(tx, object, [id as string as RecordId]);
    return source ? withActiveMasters(tx, object, copiedValues(object, source)) : {};
  }

  /** The list of orders with the company's custom fields, as it is read or downloaded. */
  async list(ctx: Ctx, isDownload = false): Promise<ListDefinition<OrderHeadRow, OrderHead>> {
    const object = objectOf(await this.model(ctx), 'sales-order');
    const list = asActorAsks(ctx, object, customMembers.listed(orderList, object));
    return isDownload ? maskedForExport(ctx, object, list) : list;
  }

  /** How orders with their lines are downloaded. */
  async file(ctx: Ctx) {
    return orderFile(objectOf(await this.model(ctx), 'sales-order'));
  }

  /** An order as operations answer it, with its custom members. */
  async show<Shown extends { readonly id: string }>(ctx: Ctx, order: Shown): Promise<Shown> {
    const object = objectOf(await this.model(ctx), 'sales-order');
    if (!customMembers.areThere(object)) return order;
    return this.db.read(ctx, (tx) => this.showIn(tx, order));
  }

  /** The same within the transaction that has changed it. */
  async showIn<Shown extends { readonly id: string }>(tx: Tx, order: Shown): Promise<Shown> {
    const object = await this.models.object(tx, 'sales-order');
    const [shown = order] = await customMembers.shownWith(tx, object, [order]);
    return shown;
  }

  /** Costs no statement where this process has the model. */
  private async model(ctx: Ctx): Promise<CompanyModel> {
    return this.models.held(ctx) ?? this.db.read(ctx, (tx) => this.models.of(tx));
  }
}
