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
  'The opening balance and credit limit are in {from}; send them again together with the ' +
    'currency {to}.',
);

export const bankDetailsNeedApproval = defineProblem(
  'bank_details_need_approval',
  409,
  'Two of the staff change where somebody is paid to',
  'Ask for it among the bank changes of the ledger account; another than you approves it.',
);

export const ledgerAccountHasMoney = defineProblem(
  'ledger_account_has_money',
  409,
  'The ledger account has money records',
  'The ledger account {name} cannot be deleted: it has {reason}.',
);

export const ledgerAccountOfCustomer = defineProblem(
  'ledger_account_of_customer',
  409,
  'The ledger account is that of a customer',
  'The ledger account {name} comes and goes with the account of the customer.',
);

export const accountHasMoney = defineProblem(
  'account_has_money',
  409,
  'The account has money records',
  'The account {name} cannot be deleted: it has {reason}.',
);

export const accountMergeForbidden = defineProblem(
  'account_merge_forbidden',
  409,
  'The accounts cannot be merged',
  'The account {name} cannot be merged into another: {reason}.',
);

export const leadStatusConflict = defineProblem(
  'lead_status_conflict',
  409,
  'The state of the lead forbids it',
  'A lead that is {from} cannot become {to}.',
);

export const leadConvertedOtherwise = defineProblem(
  'lead_converted_otherwise',
  409,
  'The lead was converted otherwise',
  'The lead was converted before: {difference}. Change what it became instead.',
);

export const leadDuplicatesFound = defineProblem(
  'lead_duplicates_found',
  409,
  'There are accounts or contacts like it',
  'Choose one of the {count} accounts and contacts found, or say that new ones are wanted.',
);

export const dealStatusConflict = defineProblem(
  'deal_status_conflict',
  409,
  'The state of the deal forbids it',
  'A deal that is {status} does not allow to {operation}.',
);

export const dealStageCloses = defineProblem(
  'deal_stage_closes',
  409,
  'The stage closes the deal',
  'A deal comes to the stage {stage} by being won or lost.',
);

export const dealStageMismatch = defineProblem(
  'deal_stage_mismatch',
  422,
  'The stage does not fit',
  'The stage asked for is not one of kind {kind}.',
);

export const pipelineStageInUse = defineProblem(
  'pipeline_stage_in_use',
  409,
  'The stage is in use',
  'The stage {stage} has {count} deals: move them first.',
);

export const pipelineInUse = defineProblem(
  'pipeline_in_use',
  409,
  'The pipeline is in use',
  'The pipeline {name} has deals, or is the default one.',
);

export const pipelineInactive = defineProblem(
  'pipeline_inactive',
  409,
  'The pipeline is not active',
  'The pipeline {name} is not active: no deal is made in it or moved into it.',
);

export const pipelineDefaultInactive = defineProblem(
  'pipeline_default_inactive',
  409,
  'The default pipeline is active',
  'The pipeline {name} is the default one and stays active: make another the default first.',
);

export const caseStatusConflict = defineProblem(
  'case_status_conflict',
  409,
  'The state of the case forbids it',
  'A case that is {status} does not allow to {operation} it.',
);

export const caseReopenExpired = defineProblem(
  'case_reopen_expired',
  409,
  'The case is over for too long',
  'A case may be reopened for {days} days; open another one that names it.',
);

export const articleStatusConflict = defineProblem(
  'article_status_conflict',
  409,
  'The state of the article forbids it',
  'An article that is {status} does not allow to {operation} it.',
);

export const workStatusConflict = defineProblem(
  'work_status_conflict',
  409,
  'The state forbids it',
  'What is {from} cannot become {to}.',
);

export const exchangeRateMissing = defineProblem(
  'exchange_rate_missing',
  422,
  'No exchange rate is known',
  'No rate from {from} to {to} is known on or before {on}, also not over the base currency.',
);
