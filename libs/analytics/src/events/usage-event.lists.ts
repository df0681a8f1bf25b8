import { headOf, nounList } from '@quittance/nouns';
import { usageEventNoun } from './usage-event.js';

/** How the portals were used, the latest first, by usage_event_at_index. */
export const usageEventList = nounList(usageEventNoun, headOf(usageEventNoun, {}));
