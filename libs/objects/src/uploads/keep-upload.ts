import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, type Tx } from '@quittance/database';
import { addSeconds, invalidField, newId, type Ctx } from '@quittance/kernel';
import type { Readable } from 'node:stream';
import {
  documentEmpty,
  documentUploadGivenUp,
  fileTypeRefused,
  uploadLimitReached,
} from '../attachments/attachments.errors.js';
import { MAX_FILE_BYTES, type DocumentId } from '../attachments/document.js';
import { safeFileName } from '../attachments/file-name.js';
import { FileStore, type StoredFile } from '../attachments/file-store.port.js';
import { clearAway } from '../attachments/give-up-upload.js';
import { sniffMediaType } from '../attachments/sniff-media-type.js';
import { uploadName } from './upload-name.js';
import { BEGIN_OF_SENDER, FINISH_OF_SENDER, REFUSE_SENT, SENT_SINCE } from './upload.sql.js';
import {
  isTakenFromOutside,
  MOST_UPLOADED_MIB,
  MOST_WAITING_UPLOADS,
  UPLOAD_COUNTS_SECONDS,
  UPLOAD_LIVES_SECONDS,
  type Upload,
} from './upload.js';

const MIB = 1024 * 1024;
const DAY_SECONDS = 24 * 3600;
/** Longer than any request lives: an upload that is older has lost its process. */
const GIVEN_UP_AFTER_SECONDS = 3600;

export interface NewUpload {
  readonly portalUserId: string;
  readonly fileName: string;
  /** Bounded by whoever hands it over. */
  readonly body: Readable;
  /** Locks the user, so that many uploads at once are counted one after the other. */
  readonly lockSender: (tx: Tx) => Promise<unknown>;
}

/**
 * Keeps a file that somebody of a portal sends, until it is said what it hangs on. Intent, bytes
 * and outcome follow one another as where staff attach a file: whoever is killed in between leaves
 * a row that the sweep finds.
 */
@Injectable()
export class KeepUpload {
  constructor(
    private readonly db: Database,
    private readonly store: FileStore,
  ) {}

  /**
   * @throws DomainError validation_failed, document_empty, file_type_refused,
   *   upload_limit_reached, document_upload_given_up
   */
  async execute(ctx: Ctx, input: NewUpload): Promise<Upload> {
    const fileName = safeFileName(input.fileName);
    if (fileName === null) throw invalidField('/fileName', 'format', 'must name a file');
    const id = newId<'document'>();
    await this.db.write(ctx, (tx) => begin(tx, id, { ...input, fileName }), { answers: false });
    let sent = 0;
    try {
      const stored = await this.store.put(ctx.companyId, id, input.body);
      sent = stored.size;
      if (stored.size === 0) throw documentEmpty();
      const mimeType = sniffMediaType(stored.head, fileName);
      if (!isTakenFromOutside(mimeType, stored.head)) throw fileTypeRefused({ mimeType });
      const name = uploadName(fileName, mimeType);
      if (name === null) throw fileTypeRefused({ mimeType: fileName });
      const file = { ...stored, mimeType, name, portalUserId: input.portalUserId };
      return await this.db.write(ctx, (tx) => finish(tx, id, file));
    } catch (error) {
      await this.refuse(ctx, id, sent);
      throw error;
    }
  }

  /** Its bytes go; that they were sent is kept for a day, for else a refusal would cost nothing. */
  private async refuse(ctx: Ctx, id: DocumentId, size: number): Promise<void> {
    const until = addSeconds(ctx.now, UPLOAD_COUNTS_SECONDS);
    const mark = (tx: Tx) => tx.run(REFUSE_SENT, [ctx.companyId, id, size, until]);
    const { db, store } = this;
    await clearAway({ ctx, db, store }, id, mark);
  }
}

async function begin(tx: Tx, id: DocumentId, input: NewUpload): Promise<void> {
  const { portalUserId, fileName, lockSender } = input;
  const { companyId, now } = tx.ctx;
  const since = addSeconds(now, -DAY_SECONDS);
  const params = [companyId, portalUserId, since, MAX_FILE_BYTES];
  const [, { waiting, bytes }] = await tx.locked(
    () => lockSender(tx),
    (behind) => behind.one<{ waiting: number; bytes: bigint }>(SENT_SINCE, params),
  );
  const most = BigInt(MOST_UPLOADED_MIB * MIB);
  if (waiting >= MOST_WAITING_UPLOADS || BigInt(bytes) + BigInt(MAX_FILE_BYTES) > most) {
    throw uploadLimitReached({ most: MOST_WAITING_UPLOADS, mebibytes: MOST_UPLOADED_MIB });
  }
  const until = addSeconds(now, GIVEN_UP_AFTER_SECONDS);
  await BEGIN_OF_SENDER.run(tx, { id, portalUserId, fileName, until });
}

/** It is nothing yet that anybody but its sender sees: the record it will hang on tells of it. */
async function finish(
  tx: Tx,
  id: DocumentId,
  file: StoredFile & Pick<Upload, 'mimeType'> & { readonly name: string; portalUserId: string },
): Promise<Upload> {
  const { mimeType, size, sha256, name, portalUserId } = file;
  const expiresAt = addSeconds(tx.ctx.now, UPLOAD_LIVES_SECONDS);
  const params = [tx.ctx.companyId, id, mimeType, size, sha256, expiresAt, name];
  const upload = await tx.maybe<Upload>(FINISH_OF_SENDER, params);
  if (!upload) throw documentUploadGivenUp();
  const after = { documentId: id, fileName: upload.fileName, size, mimeType, sha256 };
  const about = { object: 'portal-user', recordId: portalUserId };
  audit(tx, { action: 'portal_user.file_uploaded', ...about, after });
  return upload;
}
