import { heardByRules } from '@quittance/contracts';
import type { Tx } from '@quittance/database';
import type { FieldValues } from '@quittance/fields';
import { DomainError, notFound } from '@quittance/kernel';
import type { CompanyObject, RecordId } from '@quittance/metadata';
import type { WorkflowSubject } from '@quittance/rules';
import { changeOrder, lockOrderToChange } from '../change-order.js';
import type { OrderId } from '../order.description.js';
import { hasEnded, refuseOrderUnlessMay } from '../order.js';
import { lockOrder } from '../order.repository.js';
import { orderSummary } from '../order.view.js';
import type { OrderFields } from './order-fields.js';

/** By which events workflow rules hear of orders, how they lock them and set their custom fields. */
export class OrderWorkflows implements WorkflowSubject {
  readonly object = 'sales-order';
  readonly events = heardByRules('sales-order');

  constructor(private readonly fields: Pick<OrderFields, 'read' | 'store'>) {}

  async lock(tx: Tx, id: RecordId): Promise<FieldValues | null> {
    try {
      return orderSummary(await lockOrder(tx, id as string as OrderId));
    } catch (error) {
      if (error instanceof DomainError && error.code === notFound.code) return null;
      throw error;
    }
  }

  /**
   * Sets custom fields of an order that has not ended; nothing else can be named.
   * @throws DomainError not_found, validation_failed, and those of the checks
   */
  async setFields(
    tx: Tx,
    _: CompanyObject,
    recordId: RecordId,
    values: FieldValues,
  ): Promise<void> {
    const locked = await lockOrderToChange(tx, recordId as string as OrderId);
    const { order } = locked;
    if (hasEnded(order.status)) {
      refuseOrderUnlessMay(order.status, 'change', { shippable: true });
    }
    const custom = await this.fields.read(tx, { before: order, after: order }, values);
    // What is so already is no change, so that a rule that sets the same again sets off nothing.
    if (Object.keys(custom?.draft.values ?? {}).length === 0) return;
    await this.fields.store(tx, custom);
    const note = { event: 'record.updated', action: 'order.updated', custom } as const;
    changeOrder(tx, locked, {}, note);
  }
}
