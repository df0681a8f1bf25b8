import { Database } from '@quittance/database';
import { EventConsumers, OutboxDispatcher } from '@quittance/outbox/host';
import { RunWorkflows } from '@quittance/rules/host';
import type { TestStaffApi } from '../../../../test/support/test-api.js';
import type { TestDatabase } from '../../../../test/support/test-database.js';

/** Hands the rules what has happened, and not what that leads to; answers how much it was. */
export function heardOnceByRules(api: TestStaffApi, t: TestDatabase): Promise<number> {
  const consumers = new EventConsumers();
  consumers.register(api.app.get(RunWorkflows));
  return new OutboxDispatcher(api.app.get(Database), consumers).dispatchOnce(t.clock.now());
}

/** Hands the rules what has happened, as the worker does, until nothing follows. */
export async function heardByRules(api: TestStaffApi, t: TestDatabase): Promise<void> {
  while ((await heardOnceByRules(api, t)) > 0);
}
