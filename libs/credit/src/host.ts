export {
  type AccountCredit,
  type CurrencyExposure,
  type ExposurePartView,
  MOST_PARTS,
  ReadAccountCredit,
} from './accounts/read-account-credit.js';
export { creditCheckList } from './checks/credit-check.lists.js';
export { readCheck } from './checks/credit-check.repository.js';
export {
  CREDIT_CHECK_STATUSES,
  CREDIT_OUTCOMES,
  type CreditCheckStatus,
  creditCheckNoun,
  creditCheckView,
  type CreditCheckView,
  type CreditOutcome,
} from './checks/credit-check.js';
export type { CreditDecisionView } from './checks/credit-decision.view.js';
export { RequestCheck } from './checks/request-check.js';
export { showsFigures } from './checks/shown-figures.js';
export { CREDIT_DOCUMENTS, type CreditDocumentType } from './credit-subject.port.js';
export {
  creditCheckNotOverridable,
  creditHoldExists,
  creditHoldReleased,
  creditOverrideNotRequested,
  overrideExpired,
  ownOverride,
} from './credit.errors.js';
export { creditMigrations } from './credit.schema.js';
export { EXPOSURE_KINDS, type ExposureKind } from './exposure/exposure-source.port.js';
export { readHold } from './holds/credit-hold.repository.js';
export { creditHoldList } from './holds/credit-hold.lists.js';
export {
  CREDIT_HOLD_REASONS,
  type CreditHoldId,
  creditHoldNoun,
  type CreditHoldReason,
  creditHoldView,
  type CreditHoldView,
  HOLD_STRENGTHS,
  type HoldStrength,
} from './holds/credit-hold.js';
export { PlaceHold } from './holds/place-hold.js';
export { ReleaseHold } from './holds/release-hold.js';
export { ApproveOverride } from './overrides/approve-override.js';
export {
  type CreditOverrideId,
  creditOverrideNoun,
  creditOverrideView,
  type CreditOverrideView,
} from './overrides/credit-override.js';
export { readOverride } from './overrides/credit-override.repository.js';
export { creditOverrideList } from './overrides/credit-override.lists.js';
export { RejectOverride } from './overrides/reject-override.js';
export { RequestOverride } from './overrides/request-override.js';
export {
  type CreditSettings,
  MOST_OVERDUE_DAYS,
  type SavedCreditSettings,
} from './settings/credit-settings.js';
export { readCreditSettings } from './settings/credit-settings.repository.js';
export { UpdateCreditSettings } from './settings/update-credit-settings.js';
export { SweepCredit } from './sweep/sweep-credit.js';
export { creditInvariants } from './verify/credit-invariants.js';
