import type { Made } from '../../objects/objects-support';
import { BooksByHand } from './books-by-hand';

let books: BooksByHand;
BooksByHand.forEach((opened) => {
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
