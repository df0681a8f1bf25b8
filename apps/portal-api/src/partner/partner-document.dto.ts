import { IdField, IdsField, InstantField, IntegerField, TextField } from '@quittance/http/host';
import type { Instant } from '@quittance/kernel';
import type { DocumentId } from '@quittance/objects/host';

/** The members of a document that a partner sees. */
export const DOCUMENT_SHOWN = [
  'id',
  'object',
  'recordId',
  'fileName',
  'mimeType',
  'size',
  'sha256',
  'createdAt',
] as const;

/** A file of a record that the partner sees. */
export class PartnerDocumentDto {
  @IdField() id: DocumentId;
  @TextField({ max: 100, description: 'API name of the object of its record.' }) object: string;
  @IdField() recordId: string;
  @TextField({ max: 255 }) fileName: string;
  @TextField({ max: 200, description: 'What the bytes are, whatever they were called.' })
  mimeType: string;
  @IntegerField({ min: 1, description: 'Bytes.' }) size: number;
  @TextField({ max: 64, description: 'Of the bytes, in hexadecimal.' }) sha256: string;
  @InstantField() createdAt: Instant;
}

export class AttachedFilesDto {
  @IdsField({ minItems: 1, maxItems: 10, description: 'What was sent to `POST /uploads`.' })
  documentIds: string[];
}
