import { parseLocalDate } from '@quittance/calendar';
import { newId } from '@quittance/kernel';
import { itemAt } from '../../testing/a-subscription.js';
import { BORNE_BY_NOTHING, newChangeLine } from './change-line.js';
import { joinedChanges } from './joined-changes.js';

const item = itemAt('30.00', '2026-04-01');
const days = { start: parseLocalDate('2026-04-16'), until: parseLocalDate('2026-05-01') };

function line(amount: bigint) {
  const of = { changeId: newId<'change'>(), madeOn: days.start, corrects: null, whole: true };
  return newChangeLine({ item: item as never }, days, amount, { ...of, ...BORNE_BY_NOTHING });
}

describe('lines that wait for an invoice', () => {
  it('are all on it, what is given back as −1', () => {
    const waiting = [line(-1500n), line(3000n)];
    const { lines, amount, borne, returned } = joinedChanges(waiting, 0n, 'EUR');
    expect(lines).toMatchObject([
      { quantity: '-1', unitPrice: '15.00', period: { start: '2026-04-16', end: '2026-04-30' } },
      { quantity: '1', unitPrice: '30.00' },
    ]);
    expect([amount, borne, returned]).toEqual([1500n, waiting, []]);
  });

  it('are on it as long as it comes to no less than nothing', () => {
    const waiting = [line(-1500n)];
    expect(joinedChanges(waiting, 1500n, 'EUR').borne).toEqual(waiting);
    const { lines, amount, borne, returned } = joinedChanges(waiting, 1499n, 'EUR');
    expect([lines, amount, borne, returned]).toEqual([[], 0n, [], waiting]);
  });
});
