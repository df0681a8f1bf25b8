import { parseLocalDate } from '@quittance/calendar';
import { newId } from '@quittance/kernel';
import { itemAt } from '../../testing/a-subscription.js';
import { BORNE_BY_NOTHING, newChangeLine } from './change-line.js';
import { joinedChanges, RoomByTax } from './joined-changes.js';

const item = itemAt('30.00', '2026-04-01');
const days = { start: parseLocalDate('2026-04-16'), until: parseLocalDate('2026-05-01') };

function line(amount: bigint) {
  const of = { changeId: newId<'change'>(), madeOn: days.start, corrects: null, whole: true };
  return newChangeLine({ item: item as never }, days, amount, { ...of, ...BORNE_BY_NOTHING });
}

function room(amount: bigint) {
  const found = new RoomByTax(({ taxCode }) => taxCode);
  found.add({ productId: null, taxCode: null, placeOf: null }, amount);
  return found;
}

describe('lines that wait for an invoice', () => {
  it('are all on it, what is given back as −1', () => {
    const waiting = [line(-1500n), line(3000n)];
    const { lines, amount, borne, returned } = joinedChanges(waiting, room(0n), 'EUR');
    expect(lines).toMatchObject([
      { quantity: '-1', unitPrice: '15.00', period: { start: '2026-04-16', end: '2026-04-30' } },
      { quantity: '1', unitPrice: '30.00' },
    ]);
    expect([amount, borne, returned]).toEqual([1500n, waiting, []]);
  });

  it('are on it as long as it comes to no less than nothing', () => {
    const waiting = [line(-1500n)];
    expect(joinedChanges(waiting, room(1500n), 'EUR').borne).toEqual(waiting);
    const { lines, amount, borne, returned } = joinedChanges(waiting, room(1499n), 'EUR');
    expect([lines, amount, borne, returned]).toEqual([[], 0n, [], waiting]);
  });

  it('are not on it where it asks enough at another tax alone', () => {
    const [low, own] = [{ ...line(-1500n), taxCode: 'low' }, line(-500n)];
    const { amount, borne, returned } = joinedChanges([low, own], room(9000n), 'EUR');
    expect([amount, borne, returned]).toEqual([-500n, [own], [low]]);
  });
});
