import { findDated, isFoundByDate } from '../values/dated-records.js';
import { findChildren, findReferrers } from './referrers.js';

/** Records by what they hold: those that point at others, and those of a time. */
export const recordsBy = {
  reference: findReferrers,
  lookup: findChildren,
  date: findDated,
  hasDate: isFoundByDate,
} as const;
