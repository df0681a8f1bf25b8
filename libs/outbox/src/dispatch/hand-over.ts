import { failpoint } from '@quittance/config';
import type { Tx } from '@quittance/database';

/** A consumer, and what it is handed. */
export interface Handler<T> {
  readonly name: string;
  handle(tx: Tx, handed: T): Promise<void>;
}

/**
 * Hands events to a consumer, between two borders that bear its name: a test can have a process die
 * or stand still before any consumer is asked (`handler.begun(rules.workflows)`) and when it is
 * done, with what it has written not committed. They may be narrowed to an event as well, by its id
 * or that of its record.
 */
export async function handOver<T>(
  tx: Tx,
  consumer: Handler<T>,
  handed: T,
  recordId?: string,
): Promise<void> {
  const subjects = [consumer.name, tx.ctx.unit?.id, recordId];
  await failpoint('handler.begun', ...subjects);
  await consumer.handle(tx, handed);
  await failpoint('handler.done', ...subjects);
}
