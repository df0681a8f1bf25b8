import type { RecordReach } from '@quittance/access';
import { OF_ACCOUNT } from '@quittance/crm';

/** Whose the lines of an invoice are for whoever looks after their tax. */
export const TAX_OF_ACCOUNT: RecordReach = { resource: 'tax', ways: [OF_ACCOUNT] };
