import { BaseSequencer } from 'vitest/node';

/** The longest test files, the longest first, as measured on two cores. */
const LONGEST = [
  'scenarios/demo.',
  'faults/provider-faults.',
  'kills/frozen-process.',
  'faults/simulation.',
  'hostile/writes.',
  'scenarios/restore.',
  'kills/standstill-host.',
  'scenarios/start.',
  'kills/standstill.',
  'hostile/bad-address.',
  'faults/tax-provider.',
  'faults/billing-run.',
  'faults/money-interleavings.',
  'access/access-tenancy.',
  'embedded/embedded.',
  'hostile/bad-http.',
  'test/architecture.',
  'kills/gateway-kill.',
  'src/thread-pool.',
  'faults/damaged-rows.',
  'hostile/hostile-values.',
  'hostile/bad-input.',
  'src/stripe-provider.',
  'scenarios/given-database.',
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
