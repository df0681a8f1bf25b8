import { defineProblem } from '@quittance/kernel';

export const eInvoiceNotPossible = defineProblem(
  'e_invoice_not_possible',
  422,
  'No electronic invoice can be made of it',
  'The document does not keep the rules of its format; each error names the rule and what is ' +
    'missing.',
);

export const renderingBusy = defineProblem(
  'rendering_busy',
  503,
  'Too many documents are being rendered',
  'More documents are waiting to be rendered than can be soon; try again.',
);

export const renderingFailed = defineProblem(
  'rendering_failed',
  503,
  'The document was not rendered',
  'The document could not be rendered in {seconds} seconds; try again.',
);
