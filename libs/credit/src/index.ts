export { creditAnswer, type CreditAnswer } from './checks/credit-answer.js';
export type { CreditCheck, CreditCheckId } from './checks/credit-check.js';
export { requireApproved } from './checks/require-approved.js';
export { CreditControl, type CreditDecision, type CreditRequest } from './credit-control.js';
export { CreditPorts } from './credit-ports.js';
export type {
  CreditDocument,
  CreditSubject,
  DocumentWorth,
  OverrideDecision,
} from './credit-subject.port.js';
export { creditCheckFailed, creditHoldHard, customerHold } from './credit.errors.js';
export { CreditModule } from './credit.module.js';
export type {
  Arrears,
  ArrearsSource,
  CurrencySum,
  ExposurePart,
  ExposureSource,
} from './exposure/exposure-source.port.js';
