import type { Database, Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { DocumentId } from './document.js';
import { FORGET_REMOVED, GIVE_UP_UPLOAD, IS_KEPT } from './document.sql.js';
import type { FileStore } from './file-store.port.js';

/** What cannot be cleared away now is left to the sweep: the refusal is what matters. */
export async function giveUpUpload(
  ctx: Ctx,
  db: Database,
  store: FileStore,
  id: DocumentId,
): Promise<void> {
  const { companyId, now } = ctx;
  const mark = (tx: Tx) => tx.run(GIVE_UP_UPLOAD, [companyId, id, now]);
  await clearAway({ ctx, db, store }, id, mark, async () => {
    const forget = (tx: Tx) => tx.run(FORGET_REMOVED, [companyId, [id]]);
    await db.write(ctx, forget, { answers: false });
  });
}

interface Place {
  readonly ctx: Ctx;
  readonly db: Database;
  readonly store: FileStore;
}

/**
 * Marks an upload that failed, then takes its bytes away, unless it was finished after all: what
 * fails at the commit may have been committed. The mark waits for a commit that is under way.
 */
export async function clearAway(
  { ctx, db, store }: Place,
  id: DocumentId,
  mark: (tx: Tx) => Promise<unknown>,
  behind: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const { companyId } = ctx;
  const isKept = async (tx: Tx) => {
    await mark(tx);
    return (await tx.maybe(IS_KEPT, [companyId, id])) !== undefined;
  };
  try {
    if (await db.write(ctx, isKept, { answers: false })) return;
    // Also where the sweep has forgotten the row already: the bytes may have come behind it.
    await store.remove(companyId, [id]);
    await behind();
  } catch {
    return;
  }
}
