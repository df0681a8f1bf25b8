import {
  flagShape,
  integerShape,
  membersShape,
  nullableShape,
  oneOfShape,
  type SetupPart,
} from '@quittance/configuration';
import { HOLD_STRENGTHS } from '../holds/credit-hold.js';
import { MOST_OVERDUE_DAYS, type CreditSettings } from './credit-settings.js';
import { readCreditSettings } from './credit-settings.repository.js';
import { changeCreditSettings } from './update-credit-settings.js';

const SHAPE = membersShape({
  releaseOwnHold: flagShape,
  recheckOnConfirm: flagShape,
  recheckGrown: flagShape,
  ownOverride: flagShape,
  overdueHoldDays: nullableShape(integerShape(1, MOST_OVERDUE_DAYS)),
  overdueHoldStrength: oneOfShape(HOLD_STRENGTHS),
  overdueHoldRelease: flagShape,
});

/** How the company wants its credit handled: one item, or none while nothing is saved. */
export const creditSettingsPart: SetupPart = {
  name: 'creditSettings',
  rights: { resource: 'company', toMake: 'update' },
  after: [],
  async read(tx) {
    const { version, ...saved } = await readCreditSettings(tx);
    return version === 0 ? [] : [saved];
  },
  keyOf: () => 'settings',
  /** What files of earlier versions do not have stays as it is. */
  async adapt(tx, item) {
    const { recheckGrown } = await readCreditSettings(tx);
    return { item: { recheckGrown, ...item }, notes: [] };
  },
  check: (_, { after }) => SHAPE(after, ''),
  async apply(tx, changes) {
    for (const { after } of changes) {
      await changeCreditSettings(tx, after as unknown as CreditSettings, null);
    }
  },
};
