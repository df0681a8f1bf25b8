import { allDocumentsList, type RecordDocument } from '@quittance/objects/host';
import { documentsWithin, type PortalObject, type Says } from '@quittance/portal';

/** Of each member of a document who of a customer sees it. */
export const DOCUMENT: Says<RecordDocument> = {
  id: 'plain',
  version: 'nobody',
  object: 'plain',
  recordId: 'plain',
  fileName: 'plain',
  mimeType: 'plain',
  size: 'plain',
  sha256: 'plain',
  visibility: 'nobody',
  createdAt: 'plain',
  createdBy: 'nobody',
  updatedAt: 'nobody',
};

/** Files hold no money of their own; whether one is shown is decided by its record. */
export const portalDocuments: PortalObject<RecordDocument, RecordDocument> = {
  name: 'document',
  list: allDocumentsList,
  within: documentsWithin,
  says: DOCUMENT,
  searched: ['fileName'],
};
