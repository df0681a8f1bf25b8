import type { EmailTemplateCode } from '@quittance/notifications';
import type { DunningAction } from '../schedule/dunning-schedule.js';

/** Which letter an action sends; the others send none. */
export const LETTERS: Partial<Readonly<Record<DunningAction, EmailTemplateCode>>> = {
  payment_retry: 'DUNNING_PAYMENT_RETRY',
  reminder: 'DUNNING_REMINDER',
  warning: 'DUNNING_WARNING',
};
