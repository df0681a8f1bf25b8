import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, type Tx } from '@quittance/database';
import { addSeconds, notFound, type Ctx } from '@quittance/kernel';
import type { DocumentId } from '../attachments/document.js';
import { FileStore } from '../attachments/file-store.port.js';
import { DROP_WAITING, FIND_WAITING } from './upload.sql.js';
import { UPLOAD_COUNTS_SECONDS, type Upload } from './upload.js';

/** Throws away what a user has uploaded and not attached. */
@Injectable()
export class DropUpload {
  constructor(
    private readonly db: Database,
    private readonly store: FileStore,
  ) {}

  /** @throws DomainError not_found */
  async execute(ctx: Ctx, portalUserId: string, id: DocumentId): Promise<void> {
    const { companyId, now } = ctx;
    const counted = addSeconds(now, UPLOAD_COUNTS_SECONDS);
    await this.db.write(ctx, async (tx) => {
      const dropped = await tx.run(DROP_WAITING, [companyId, id, portalUserId, now, counted]);
      if (dropped === 0) throw notFound({ object: 'upload' });
      const about = { object: 'portal-user', recordId: portalUserId };
      audit(tx, { action: 'portal_user.upload_removed', ...about, before: { documentId: id } });
    });
    try {
      await this.store.remove(companyId, [id]);
    } catch {
      return; // It is gone for whoever can see; the sweep takes the file.
    }
  }
}

/**
 * What a user has uploaded and not attached as yet.
 * @throws DomainError not_found
 */
export async function readUpload(tx: Tx, portalUserId: string, id: DocumentId): Promise<Upload> {
  const params = [tx.ctx.companyId, id, portalUserId, tx.ctx.now];
  const found = await tx.maybe<Upload>(FIND_WAITING, params);
  if (!found) throw notFound({ object: 'upload' });
  return found;
}
