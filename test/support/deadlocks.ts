import { deadlocksMet } from '@quittance/database/host';

/**
 * Fails every test of the file during which transactions of this process waited for each other:
 * they run again and come to the right end, so nothing else would tell that their locks are taken
 * in different orders.
 */
export function refuseDeadlocks(): void {
  let before = 0;
  beforeAll(() => {
    before = deadlocksMet();
  });
  afterEach(() => {
    const met = deadlocksMet() - before;
    before += met;
    expect({ deadlocks: met }).toEqual({ deadlocks: 0 });
  });
}
