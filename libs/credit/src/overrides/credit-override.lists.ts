import { nounList } from '@quittance/nouns';
import {
  creditOverrideNoun,
  creditOverrideView,
  type CreditOverride,
  type CreditOverrideView,
} from './credit-override.js';

/** Credit overrides, filtered and sorted by what they say. */
export const creditOverrideList = nounList<CreditOverride, CreditOverrideView>(
  creditOverrideNoun,
  creditOverrideView,
);
