import { currencyNotEnabled } from '@quittance/company';
import { preconditionFailed } from '@quittance/database';
import { notFound } from '@quittance/kernel';
import { accountInactive, discountExceedsLine } from '@quittance/sales/host';
import { taxInputsChanging } from '@quittance/tax';
import { taxCodeUnknown } from '@quittance/tax/host';
import { RECORD_PROBLEMS } from '../objects/record-problems.js';

/** Why neither a quote nor an order is written, whatever is said. */
const PRICING_PROBLEMS = [
  accountInactive,
  discountExceedsLine,
  taxCodeUnknown,
  taxInputsChanging,
  ...RECORD_PROBLEMS,
];

/** The same of its head, which says in which currency it is. */
export const WRITING_PROBLEMS = [currencyNotEnabled, ...PRICING_PROBLEMS];

/** The same of its lines, which it has before. */
export const LINE_PROBLEMS = [notFound, preconditionFailed, ...PRICING_PROBLEMS];
