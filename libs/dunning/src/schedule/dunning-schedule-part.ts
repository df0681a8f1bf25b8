import {
  flagShape,
  integerShape,
  listShape,
  membersShape,
  nullableShape,
  oneOfShape,
  patternShape,
  refusalsOf,
  textShape,
  type SetupPart,
} from '@quittance/configuration';
import {
  DUNNING_ACTIONS,
  MOST_GAP_DAYS,
  MOST_STEPS,
  USUAL_GAP_DAYS,
  checkedSteps,
} from './dunning-schedule.js';
import { MOST_FEE_CURRENCIES } from '../step-fees/step-fee.js';
import { readDunningSchedule, type SavedSchedule } from './dunning-schedule.repository.js';
import { putSchedule } from './put-dunning-schedule.js';

const FEE = membersShape({
  percent: nullableShape(textShape(30, 1)),
  amounts: listShape(
    MOST_FEE_CURRENCIES,
    membersShape({
      currency: patternShape(/^[A-Z]{3}$/, 'must be a currency'),
      amount: textShape(30, 1),
    }),
  ),
  taxCode: nullableShape(textShape(50, 1)),
});

const SHAPE = membersShape({
  steps: listShape(
    MOST_STEPS,
    membersShape({
      step: integerShape(1, 1000),
      daysAfterDue: integerShape(0, 3650),
      action: oneOfShape(DUNNING_ACTIONS),
      fee: nullableShape(FEE),
    }),
  ),
  autoRun: flagShape,
  requireIssued: flagShape,
  minimumBalance: patternShape(
    /^(0|[1-9]\d{0,14})(\.\d{0,3}[1-9])?$/,
    'must be a decimal as text, with at most 4 decimals and no zero at its end',
  ),
  minimumGapDays: integerShape(0, MOST_GAP_DAYS),
  consolidate: flagShape,
});

/**
 * How overdue invoices are pursued: one item, or none. Which accounts are left alone stays here.
 */
export const dunningSchedulePart: SetupPart = {
  name: 'dunningSchedule',
  rights: { resource: 'dunning', toMake: 'update' },
  after: ['emailTemplates', 'taxCodes'],
  async read(tx) {
    const { version, ladder: _, updatedAt: __, ...saved } = await readDunningSchedule(tx);
    return version === 0 ? [] : [saved];
  },
  keyOf: () => 'schedule',
  // A document that was written before these settings takes what is usual.
  adapt: (_, item) => {
    const usual = { minimumGapDays: USUAL_GAP_DAYS, consolidate: true };
    const steps = Array.isArray(item['steps']) ? item['steps'].map(withFee) : item['steps'];
    return Promise.resolve({ item: { ...usual, ...item, steps }, notes: [] });
  },
  check(_, { after }) {
    const faults = SHAPE(after, '');
    return faults.length > 0
      ? faults
      : refusalsOf(() => checkedSteps((after as unknown as SavedSchedule).steps));
  },
  async apply(tx, changes) {
    for (const { after } of changes) await putSchedule(tx, after as unknown as SavedSchedule, null);
  },
};

/** Steps asked for none before they could. */
function withFee(step: unknown): unknown {
  return typeof step === 'object' && step !== null ? { fee: null, ...step } : step;
}
