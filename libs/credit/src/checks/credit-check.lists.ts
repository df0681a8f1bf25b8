import { nounList } from '@quittance/nouns';
import {
  creditCheckNoun,
  creditCheckView,
  type CreditCheck,
  type CreditCheckView,
} from './credit-check.js';

/** Credit checks, filtered and sorted by what they say. */
export const creditCheckList = nounList<CreditCheck, CreditCheckView>(
  creditCheckNoun,
  creditCheckView,
);
