import { HeadBody } from '@quittance/http/host';
import { taxTransactionNoun } from '@quittance/tax/host';

/** What is recorded of the tax of one invoice or credit note. */
export class TaxTransactionDto extends HeadBody(taxTransactionNoun, {}) {}
