'use strict';

const { default: Sequencer } = require('@jest/test-sequencer');

/** The longest test files, the longest first, as measured on two cores. */
const LONGEST = [
  'staff-api/test/bad-input.',
  'staff-api/test/bad-address.',
  'staff-api/test/access-matrix.',
  'staff-api/test/objects-safety.',
  'faults/gateway-kill.',
  'faults/provider-faults.',
  'faults/staff-money-kill.',
  'faults/dunning-kill.',
  'faults/money-interleavings.',
  'definitions/definitions.db-spec',
  'faults/tax-provider.',
  'staff-api/test/access-tenancy.',
  'faults/capture-forgery.',
  'faults/email-kill.',
  'faults/billing-run.',
  'scenarios/start.',
];

/** Begins with what takes longest, so that no worker is left alone with it at the end. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const place = ({ path }) => {
      const found = LONGEST.findIndex((part) => path.replaceAll('\\', '/').includes(part));
      return found < 0 ? LONGEST.length : found;
    };
    return super.sort(tests).sort((a, b) => place(a) - place(b));
  }
};
