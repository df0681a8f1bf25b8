import { Injectable } from '@nestjs/common';
import { Database, sql } from '@quittance/database';
import {
  DropUpload,
  KeepUpload,
  readUpload,
  type DocumentId,
  type Upload,
} from '@quittance/objects/host';
import type { Readable } from 'node:stream';
import type { PortalCtx } from '../actors/portal-actor.js';

const LOCK_SENDER = sql(`
  select id from portal.portal_user where company_id = $1 and id = $2 for no key update`);

/** What users of the portals upload, each their own: nobody else sees it before it is attached. */
@Injectable()
export class PortalUploads {
  constructor(
    private readonly db: Database,
    private readonly keeping: KeepUpload,
    private readonly dropping: DropUpload,
  ) {}

  /**
   * @throws DomainError validation_failed, document_empty, file_type_refused,
   *   upload_limit_reached, document_upload_given_up
   */
  execute(ctx: PortalCtx, fileName: string, body: Readable): Promise<Upload> {
    const { portalUserId } = ctx.portal;
    const params = [ctx.companyId, portalUserId];
    return this.keeping.execute(ctx, {
      portalUserId,
      fileName,
      body,
      lockSender: (tx) => tx.run(LOCK_SENDER, params),
    });
  }

  /** @throws DomainError not_found */
  find(ctx: PortalCtx, id: DocumentId): Promise<Upload> {
    return this.db.read(ctx, (tx) => readUpload(tx, ctx.portal.portalUserId, id));
  }

  /** @throws DomainError not_found */
  drop(ctx: PortalCtx, id: DocumentId): Promise<void> {
    return this.dropping.execute(ctx, ctx.portal.portalUserId, id);
  }
}
