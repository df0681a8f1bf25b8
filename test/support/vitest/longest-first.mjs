import { BaseSequencer } from 'vitest/node';

/** The longest test files, the longest first, as measured on two cores. */
const LONGEST = [
  'faults/billing-run.',
  'scenarios/start.',
  'faults/gateway-kill.',
  'faults/staff-money-kill.',
  'faults/provider-faults.',
  'faults/email-kill.',
  'faults/dunning-kill.',
  'staff-api/test/bad-input.',
  'staff-api/test/bad-address.',
  'definitions/definitions.db-spec',
  'faults/tax-provider.',
  'faults/money-interleavings.',
  'staff-api/test/access-matrix.',
  'staff-api/test/objects-safety.',
  'staff-api/test/access-tenancy.',
  'faults/capture-forgery.',
];

/** Begins with what takes longest, so that no worker is left alone with it at the end. */
export class LongestFirst extends BaseSequencer {
  async sort(files) {
    const place = ({ moduleId }) => {
      const found = LONGEST.findIndex((part) => moduleId.includes(part));
      return found < 0 ? LONGEST.length : found;
    };
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => place(a) - place(b));
  }
}
