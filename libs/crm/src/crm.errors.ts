import { defineProblem } from '@quittance/kernel';

export const accountExternalKeyTaken = defineProblem(
  'account_external_key_taken',
  409,
  'The external key is taken',
  'Another account already has the external key {externalKey}.',
);

export const accountParentCycle = defineProblem(
  'account_parent_cycle',
  422,
  'An account cannot be above itself',
  'The parent is the account itself or one of the accounts below it.',
);

export const ledgerAccountAmountsNeeded = defineProblem(
  'ledger_account_amounts_needed',
  422,
  'Amounts must be given in the new currency',
  'The opening balance and credit limit are in {from}; send them again together with the currency {to}.',
);
