import { EnumField, IdField, InstantField, IntegerField, TextField } from '@quittance/http/host';
import type { Instant, UserId } from '@quittance/kernel';
import {
  DOCUMENT_VISIBILITIES,
  type DocumentId,
  type RecordDocument,
  type DocumentVisibility,
} from '@quittance/objects/host';
import type { RecordId } from '@quittance/metadata';

const NAME = { max: 255, description: 'Without a path; unsafe signs are taken out.' } as const;
const SEEN_BY = { description: 'Portal users of one kind, or staff only (`internal`).' } as const;
const optional = { optional: true } as const;

/** What a file is attached as. */
export class AttachDocumentQuery {
  @TextField(NAME) fileName: string;
  @EnumField(DOCUMENT_VISIBILITIES, { ...SEEN_BY, ...optional }) visibility?: DocumentVisibility;
}

/** Every member may be absent. */
export class UpdateRecordDocumentDto {
  @TextField({ ...NAME, ...optional }) fileName?: string;
  @EnumField(DOCUMENT_VISIBILITIES, { ...SEEN_BY, ...optional }) visibility?: DocumentVisibility;
}

export class RecordDocumentDto implements RecordDocument {
  @IdField() id: DocumentId;
  @IntegerField() version: number;
  @TextField({ max: 100, description: 'API name of the object of the record.' }) object: string;
  @IdField() recordId: RecordId;
  @TextField(NAME) fileName: string;
  @TextField({ max: 200, description: 'What the bytes are, whatever they were called.' })
  mimeType: string;
  @IntegerField({ min: 1, description: 'Bytes.' }) size: number;
  @TextField({ max: 64, description: 'Of the bytes, in hexadecimal.' }) sha256: string;
  @EnumField(DOCUMENT_VISIBILITIES, SEEN_BY) visibility: DocumentVisibility;
  @InstantField() createdAt: Instant;
  @IdField({ nullable: true }) createdBy: UserId | null;
  @InstantField() updatedAt: Instant;
}
