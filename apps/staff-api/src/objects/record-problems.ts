import { validationFailed, type ProblemDefinition } from '@quittance/kernel';
import { requestTooCostly } from '@quittance/objects';
import { duplicateRecord, recordAwaitsApproval } from '@quittance/rules/host';

/** What a company's own rules and formulas may refuse wherever a record of it is saved. */
export const RECORD_PROBLEMS: readonly ProblemDefinition[] = [
  duplicateRecord,
  recordAwaitsApproval,
  requestTooCostly,
  validationFailed,
];
