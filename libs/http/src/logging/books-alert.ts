import type { Ctx } from '@quittance/kernel';
import type { Logger } from './logger.js';

/** What operators look for in the log; see `docs/operations.md`. */
const BOOKS_DISAGREE = 'books_disagree';

/** Tells that a transaction was undone because its books would not agree. */
export function logBooksDisagree(ctx: Ctx, logger: Logger, err: unknown): void {
  const { requestId, companyId, actor } = ctx;
  const by = { kind: actor.kind, id: actor.id };
  logger.error({ requestId, companyId, actor: by, err }, BOOKS_DISAGREE);
}
