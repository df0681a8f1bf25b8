import {
  flagShape,
  integerShape,
  listShape,
  membersShape,
  nullableShape,
  patternShape,
  refusalsOf,
  textShape,
  type SetupPart,
} from '@quittance/configuration';
import { readToday } from '@quittance/company';
import {
  appliesFromOf,
  checkLateTerms,
  LAST_ASKING_DAY,
  MOST_CURRENCIES,
  MOST_GRACE_DAYS,
  type LateTermsInput,
} from './late-terms.js';
import { readLateTerms } from './late-terms.repository.js';
import { putTerms } from './put-late-terms.js';

const AMOUNT = nullableShape(textShape(30, 1));

const SHAPE = membersShape({
  active: flagShape,
  annualRate: nullableShape(textShape(30, 1)),
  graceDays: integerShape(0, MOST_GRACE_DAYS),
  askOnDay: nullableShape(integerShape(1, LAST_ASKING_DAY)),
  amounts: listShape(
    MOST_CURRENCIES,
    membersShape({
      currency: patternShape(/^[A-Z]{3}$/, 'must be a currency'),
      fee: AMOUNT,
      minimum: AMOUNT,
    }),
  ),
});

/**
 * What late payment costs: one item, or none. From which day on it does, and when it was last asked
 * for, is each company's own: where it is brought in, it is asked for from that day on, and another
 * rate holds from then.
 */
export const lateTermsPart: SetupPart = {
  name: 'lateTerms',
  after: [],
  rights: { resource: 'dunning', toMake: 'update' },
  leavesOut: {
    appliesFrom:
      'From which day on late payment costs something is what the customers of one company were ' +
      'told: a company keeps its own day, or has that on which it brings the terms in.',
    earlier: 'What days cost before is what the customers of one company were told.',
    saidOn: 'When it was said is what one company has done.',
    lastAskedOn: 'When it was last asked for is what one company has done.',
  },
  async read(tx) {
    const { version, active, annualRate, graceDays, askOnDay, amounts } = await readLateTerms(tx);
    return version === 0 ? [] : [{ active, annualRate, graceDays, askOnDay, amounts }];
  },
  keyOf: () => 'terms',
  async adapt(tx, item) {
    const [before, today] = await Promise.all([readLateTerms(tx), readToday(tx)]);
    const from = appliesFromOf(before, { active: item.active === true }, today);
    const message = `appliesFrom is no part of a set-up: here the terms apply from ${from} on.`;
    return { item, notes: [message] };
  },
  check(_, { after }) {
    const faults = SHAPE(after, '');
    if (faults.length > 0) return faults;
    return refusalsOf(() => checkLateTerms(after as unknown as LateTermsInput));
  },
  async apply(tx, changes) {
    for (const { after } of changes) await putTerms(tx, after as unknown as LateTermsInput, null);
  },
};
