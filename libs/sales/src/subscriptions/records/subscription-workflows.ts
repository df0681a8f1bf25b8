import { heardByRules } from '@quittance/contracts';
import type { Tx } from '@quittance/database';
import type { FieldValues } from '@quittance/fields';
import { DomainError, invalidFields, notFound } from '@quittance/kernel';
import type { CompanyObject, RecordId } from '@quittance/metadata';
import type { WorkflowSubject } from '@quittance/rules';
import { lockSubscriptionRow } from '../subscription.repository.js';
import type { SubscriptionId } from '../subscription.js';
import { subscriptionHead } from '../subscription.view.js';

/** By which events workflow rules hear of subscriptions, and how they lock them. */
export class SubscriptionWorkflows implements WorkflowSubject {
  readonly object = 'subscription';
  readonly events = heardByRules('subscription');

  async lock(tx: Tx, id: RecordId): Promise<FieldValues | null> {
    try {
      return subscriptionHead(await lockSubscriptionRow(tx, id as string as SubscriptionId));
    } catch (error) {
      if (error instanceof DomainError && error.code === notFound.code) return null;
      throw error;
    }
  }

  /**
   * A subscription has no fields of the company's own, and rules set no others.
   * @throws DomainError validation_failed
   */
  async setFields(_tx: Tx, _object: CompanyObject, _id: RecordId, values: FieldValues) {
    const message = 'No rule sets fields of a subscription.';
    throw invalidFields(
      Object.keys(values).map((name) => ({ pointer: `/${name}`, code: 'read_only', message })),
    );
  }
}
