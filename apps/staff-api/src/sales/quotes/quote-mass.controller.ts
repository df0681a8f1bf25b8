import { BulkUpdateQuotes, ImportQuotes } from '@quittance/sales/host';
import { documentMassController } from '../document-mass.controller.js';
import { CreateQuoteDto, quoteDraft } from './quote.dto.js';

/** Many quotes at once. */
export const QuoteMassController = documentMassController({
  name: 'QuoteMass',
  tag: 'Quotes',
  resource: 'quotes',
  bulk: BulkUpdateQuotes,
  import: ImportQuotes,
  body: CreateQuoteDto,
  draft: quoteDraft,
  said: {
    bulk: {
      summary: 'Change many quotes at once',
      until: 'in whatever state but cancelled',
    },
    import: {
      summary: 'Take over quotes of another system with their lines, as drafts',
      columns: 'A deposit is one of those, too.',
    },
  },
});
