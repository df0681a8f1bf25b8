import { Shares } from './shares.js';

const refused = () => new Error('busy');
const taking = (shares: Shares) => (company: string) => {
  try {
    shares.take(company);
    return 'taken';
  } catch {
    return 'busy';
  }
};

describe('what a process has little of', () => {
  test('is left to the next who has none, and not to those who have', () => {
    const shares = new Shares({ all: 4, one: 2, refused, turn: 60_000 });
    const take = taking(shares);
    expect(['a', 'a', 'b', 'b', 'a'].map(take)).toEqual([
      'taken',
      'taken',
      'taken',
      'taken',
      'busy',
    ]);
    expect(['c', 'd', 'c'].map(take)).toEqual(['busy', 'busy', 'busy']);
    shares.giveBack('a');
    // One is free, and `c` was first: whoever has some, and whoever came later, waits.
    expect(['a', 'd', 'e', 'c'].map(take)).toEqual(['busy', 'busy', 'busy', 'taken']);
    shares.giveBack('b');
    expect(['b', 'c', 'd'].map(take)).toEqual(['busy', 'busy', 'taken']);
  });

  test('is not kept for long for somebody who does not come again', async () => {
    const shares = new Shares({ all: 1, one: 1, refused, turn: 20 });
    const take = taking(shares);
    expect(['a', 'b'].map(take)).toEqual(['taken', 'busy']);
    shares.giveBack('a');
    expect(take('a')).toBe('busy');
    await vi.waitFor(() => expect(taking(shares)('c')).toBe('taken'), 5_000);
  });

  test('is nobody’s to wait for without a turn', () => {
    const shares = new Shares({ all: 1, one: 1, refused });
    const take = taking(shares);
    expect(['a', 'b'].map(take)).toEqual(['taken', 'busy']);
    shares.giveBack('a');
    expect(take('a')).toBe('taken');
  });
});
