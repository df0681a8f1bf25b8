import { Injectable } from '@nestjs/common';
import { audit, changedFields } from '@quittance/audit';
import type { DocumentLanguage } from '@quittance/company';
import { Database, type Tx } from '@quittance/database';
import { lockUser, updateUser } from '@quittance/identity';
import { notFound, type Ctx, type UserId } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { findMe, type Me } from './me.queries.js';
import { findUserView } from './user.queries.js';

/** A merge: what is absent stays. */
export interface MePatch {
  /** Null: that of the company's documents. */
  readonly language?: DocumentLanguage | null;
}

/** What users change of themselves: it takes no right to users. */
@Injectable()
export class ChangeMe {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found for an API key, which nobody writes to */
  execute(ctx: Ctx, { language }: MePatch): Promise<Me> {
    const { userId } = ctx;
    if (userId === null) throw notFound({ object: 'user' });
    return this.db.write(ctx, async (tx) => {
      if (language !== undefined) await setLanguage(tx, userId, language);
      return findMe(tx);
    });
  }
}

async function setLanguage(
  tx: Tx,
  recordId: UserId,
  language: DocumentLanguage | null,
): Promise<void> {
  const user = await lockUser(tx, recordId);
  if (user.language === language) return;
  await updateUser(tx, user, { language });
  const changed = changedFields({ language: user.language }, { language });
  audit(tx, { action: 'user.updated', object: 'user', recordId, ...changed });
  const data = { ...(await findUserView(tx, recordId)) };
  emit(tx, { type: 'record.updated', object: 'user', recordId, data });
}
