import { readRegistration, type RegistrationId } from '@quittance/partner/host';
import { sentFilesController } from '../objects/sent-files.controller.js';

/** What partners have sent with a registration. */
export const RegistrationDocumentsController = sentFilesController({
  name: 'Registration',
  tag: 'Partners',
  resource: 'deal-registrations',
  object: { name: 'deal-registration' },
  aOne: 'a deal registration',
  see: (tx, id: RegistrationId) => readRegistration(tx, id),
});
