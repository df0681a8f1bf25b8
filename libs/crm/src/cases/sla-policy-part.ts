import {
  integerShape,
  listShape,
  membersShape,
  nullableShape,
  patternShape,
  refusalsOf,
  textShape,
  type SetupPart,
} from '@quittance/configuration';
import { checkSlaPolicy, storeSlaPolicy, type NewSlaPolicy } from './save-sla-policy.js';
import { readSlaPolicyView } from './sla-policy.queries.js';

const MOST_MINUTES = 129_600;
const MINUTES = nullableShape(integerShape(1, MOST_MINUTES));
const TIME = patternShape(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'must be a time such as 09:00');

const SHAPE = membersShape({
  targets: listShape(
    100,
    membersShape({
      priority: nullableShape(textShape(100, 1)),
      firstResponseMinutes: MINUTES,
      resolutionMinutes: MINUTES,
    }),
  ),
  hours: nullableShape(
    listShape(70, membersShape({ day: integerShape(1, 7), from: TIME, to: TIME })),
  ),
});

/** The service times that the company has saved: one item, or none. */
export const slaPolicyPart: SetupPart = {
  name: 'slaPolicy',
  rights: { resource: 'cases', toMake: 'update' },
  after: ['masters'],
  async read(tx) {
    const { version, targets, hours } = await readSlaPolicyView(tx);
    return version === 0 ? [] : [{ targets, hours }];
  },
  keyOf: () => 'policy',
  check(_, { after }) {
    const faults = SHAPE(after, '');
    return faults.length > 0
      ? faults
      : refusalsOf(() => checkSlaPolicy(after as unknown as NewSlaPolicy));
  },
  async apply(tx, changes) {
    for (const { after } of changes) {
      await storeSlaPolicy(tx, after as unknown as NewSlaPolicy, null);
    }
  },
};
