import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import { addSeconds, type Ctx } from '@quittance/kernel';
import type { DocumentId } from './document.js';
import { CLAIM_DUE, FORGET_REMOVED } from './document.sql.js';
import { FileStore } from './file-store.port.js';

const BATCH = 200;
/** When a sweep that was killed is taken up again. */
const LEASE_SECONDS = 600;

/** Takes away the files of uploads that were never finished and of documents that were removed. */
@Injectable()
export class SweepDocuments {
  constructor(
    private readonly db: Database,
    private readonly store: FileStore,
  ) {}

  /** Answers how many files it looked for. Any number of processes may run it. */
  async execute(ctx: Ctx): Promise<number> {
    const { companyId, now } = ctx;
    const until = addSeconds(now, LEASE_SECONDS);
    let swept = 0;
    for (;;) {
      const due = await this.db.write(
        ctx,
        (tx) => tx.rows<{ id: DocumentId }>(CLAIM_DUE, [companyId, now, BATCH, until]),
        { answers: false },
      );
      const ids = due.map(({ id }) => id);
      if (ids.length === 0) return swept;
      await this.store.remove(companyId, ids);
      const forget = [companyId, ids];
      await this.db.write(ctx, (tx) => tx.run(FORGET_REMOVED, forget), { answers: false });
      swept += ids.length;
    }
  }
}
