import { Injectable } from '@nestjs/common';
import { validationFailed } from '@quittance/kernel';
import { FileStore, type DocumentId } from '@quittance/objects/host';
import { referenceNotFoundAt, type PortalCtx } from '@quittance/portal';
import {
  quickOrderLines,
  readOrderFile,
  requireOrderFile,
  type QuickLine,
} from '@quittance/storefront/host';
import { buffer } from 'node:stream/consumers';
import { PortalUploads } from '../../uploads/portal-uploads.js';

/** An order as it was typed, or the file that it is in. */
interface Said {
  readonly text?: string | undefined;
  readonly documentId?: DocumentId | undefined;
}

/** What customers order by a text or a table, read line by line. */
@Injectable()
export class SaidOrders {
  constructor(
    private readonly uploads: PortalUploads,
    private readonly files: FileStore,
  ) {}

  /**
   * @throws DomainError reference_not_found at `/documentId`, validation_failed,
   *   quick_order_file_refused, quick_order_too_long, quick_order_busy
   */
  async lines(ctx: PortalCtx, { text, documentId }: Said): Promise<readonly QuickLine[]> {
    if ((text === undefined) === (documentId === undefined)) {
      const either = { pointer: '/text', code: 'required', message: 'or a documentId is given' };
      throw validationFailed({}, { errors: [either] });
    }
    if (text !== undefined) return quickOrderLines(text);
    const upload = await this.uploads.find(ctx, documentId as DocumentId).catch(() => {
      throw referenceNotFoundAt('/documentId', 'document');
    });
    requireOrderFile(upload);
    return readOrderFile({
      mimeType: upload.mimeType,
      party: ctx.portal.partyId,
      load: async () => buffer(await this.files.open(ctx.companyId, upload.documentId)),
    });
  }
}
