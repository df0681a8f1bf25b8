import { REQUEST_OBJECT, viewRequest, type QuoteRequestId } from '@quittance/portal/host';
import { sentFilesController } from '../../objects/sent-files.controller.js';

/** What customers and partners have sent with what they ask a quote for. */
export const SelfServiceDocumentsController = sentFilesController({
  name: 'SelfService',
  tag: 'Self-service quotes',
  resource: 'self-service-quotes',
  object: REQUEST_OBJECT,
  aOne: 'a request for a quote',
  see: (tx, id: QuoteRequestId) => viewRequest(tx, id),
});
