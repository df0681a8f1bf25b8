import { nounList } from '@quittance/nouns';
import {
  creditHoldNoun,
  creditHoldView,
  type CreditHold,
  type CreditHoldView,
} from './credit-hold.js';

/** Credit holds, filtered and sorted by what they say. */
export const creditHoldList = nounList<CreditHold, CreditHoldView>(creditHoldNoun, creditHoldView);
