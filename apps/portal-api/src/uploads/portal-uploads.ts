import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import {
  DropUpload,
  KeepUpload,
  readUpload,
  type DocumentId,
  type Upload,
} from '@quittance/objects/host';
import type { PortalCtx } from '@quittance/portal';
import { lockSender } from '@quittance/portal/host';
import type { Readable } from 'node:stream';

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
  keep(ctx: PortalCtx, fileName: string, body: Readable): Promise<Upload> {
    const { portalUserId } = ctx.portal;
    const lock = (tx: Tx) => lockSender(tx, portalUserId);
    return this.keeping.execute(ctx, { portalUserId, fileName, body, lockSender: lock });
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
