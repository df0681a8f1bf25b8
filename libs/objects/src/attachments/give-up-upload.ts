import type { Database, Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { DocumentId } from './document.js';
import { FORGET_REMOVED, MARK_REMOVED } from './document.sql.js';
import type { FileStore } from './file-store.port.js';

/** What cannot be cleared away now is left to the sweep: the refusal is what matters. */
export async function giveUpUpload(
  db: Database,
  store: FileStore,
  ctx: Ctx,
  id: DocumentId,
): Promise<void> {
  const { companyId, now } = ctx;
  try {
    const mark = (tx: Tx) => tx.run(MARK_REMOVED, [companyId, [id], now]);
    await db.write(ctx, mark, { answers: false });
    await store.remove(companyId, [id]);
    const forget = (tx: Tx) => tx.run(FORGET_REMOVED, [companyId, [id]]);
    await db.write(ctx, forget, { answers: false });
  } catch {
    return;
  }
}
