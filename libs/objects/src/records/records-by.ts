import { findDated, isFoundByDate } from '../values/dated-records.js';
import { findRevisions } from '../values/revisions.js';
import { findChildren, findReferrers } from './referrers.js';

/** Records by what they hold: those that point at others, those of a time, and revisions. */
export const recordsBy = {
  reference: findReferrers,
  lookup: findChildren,
  date: findDated,
  hasDate: isFoundByDate,
  revised: findRevisions,
} as const;
