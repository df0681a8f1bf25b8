import type { Made } from '../../objects/objects-support';
import { BooksByHand } from './books-by-hand';

const FULL = { proration: 'full' };

let books: BooksByHand;
const host = BooksByHand.forEach((opened) => {
  books = opened;
});

describe('an end in full behind a rise by days', () => {
  // 93.00 are asked and 63.00 of it given back, for 126.00: 156.00 come back, less the note.
  async function ended(note: 'credited' | 'drafted'): Promise<Made> {
    const one = await books.billed(3);
    const made = (await books[note](await books.newest(), '20')) as Made;
    await books.changed(one, 11, 6);
    await books.send();
    expect(await books.endedOn(one, '2026-12-21', 'full')).toBe(0n);
    return made;
  }

  test.each(['10', '0.01', '19.99'])('gives more back where a note is %s only', async (stays) => {
    await books.redrafted(await ended('drafted'), { unitPrice: stays });
    expect(await books.chargedInAll()).toBe(0n);
  });

  test('gives back what a note that is voided has held', async () => {
    await books.takenBack(await ended('credited'));
    expect(await books.chargedInAll()).toBe(0n);
  });
});

// 31.00, of which 27.00 come back for 54.00 and of those 50.00 for 75.00: 83.00 are left.
test('an end in full behind several rises gives of each what a note leaves of it', async () => {
  const one = await books.billed(1);
  await books.credited(await books.newest(), '6.90');
  await books.changed(one, 5, 2);
  await books.send();
  await books.changed(one, 7, 3);
  await books.send();
  expect(await books.endedOn(one, '2026-12-13', 'full')).toBe(0n);
});

describe('changes in full behind a rise by days', () => {
  const STEPS = [
    [6, 20, {}],
    [16, 1, FULL],
    [17, 10, FULL],
  ] as const;

  // Of December 50.00 are left beside what the rise asked, of which the fall gives back.
  test.each(['', '0.01', '20'])(
    'cost nothing where December is voided (note: %s)',
    async (note) => {
      const sums = new Set<bigint>();
      for (const when of [0, 1, 2, 3, 4]) {
        await host.reopen();
        const one = await books.billed(3);
        for (const [at, [day, quantity, more]] of STEPS.entries()) {
          if (when === at) await books.giveUpPeriod(0);
          await books.changed(one, day, quantity, more);
          await books.send();
        }
        if (when === 3) await books.giveUpPeriod(0);
        if (note) await books.credited(await books.newest(), note);
        await books.endedOn(one, '2026-12-18', 'full');
        if (when === 4) await books.giveUpPeriod(0);
        sums.add(await books.chargedInAll());
      }
      expect([...sums]).toEqual([0n]);
    },
  );
});

test('what came back against a new price is less of that, where no note names a line', async () => {
  const one = await books.billed(3);
  await books.credited(await books.newest(), '93', false);
  await books.changed(one, 5, 4);
  await books.send();
  await books.changed(one, 6, 5, FULL);
  await books.send();
  await books.credited(await books.newest(), '31', false);
  expect(await books.endedOn(one, '2026-12-12', 'full')).toBe(0n);
});

describe('an end in full behind a rise that is credited by hand', () => {
  // 31.00, of which 26.00 come back for 52.00: of the rise 51.00 come back, and 5.00 of December.
  test.each([
    ['0.50', 0n],
    ['0.01', 0n],
  ])('gives back what a note without a line of %s only lets it', async (stays, charged) => {
    const one = await books.billed(1);
    await books.changed(one, 6, 2);
    await books.send();
    const made = (await books.drafted(await books.newest(), '1', false)) as Made;
    expect(await books.endedOn(one, '2026-12-16', 'full')).toBe(charged);
    await books.redrafted(made, { unitPrice: stays });
    expect(await books.chargedInAll()).toBe(charged);
  });

  // A fall in full is taken off what it asks as the rise is credited: 12.00 are left of December.
  test('gives back what a fall in full ahead of it has left', async () => {
    const one = await books.billed(3);
    await books.changed(one, 5, 6);
    await books.send();
    await books.credited(await books.newest(), '81');
    await books.changed(one, 6, 1, FULL);
    expect(await books.endedOn(one, '2026-12-11', 'full')).toBe(0n);
  });
});
