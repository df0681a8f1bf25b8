/**
 * Works on items a few at a time, in their order. Where one fails no other is begun; it is thrown
 * when those under way have ended, so that nothing goes on behind the caller's back.
 * @param width how many are under way at once
 * @throws the first thing that went wrong
 */
export async function inLanes<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const faults: unknown[] = [];
  const waiting = items[Symbol.iterator]();
  const lane = async () => {
    for (let next = waiting.next(); !next.done && faults.length === 0; next = waiting.next()) {
      try {
        await work(next.value);
      } catch (error) {
        faults.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane));
  if (faults.length > 0) throw faults[0];
}
