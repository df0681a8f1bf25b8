/**
 * Takes batch after batch until one is not full, so that no amount of work is too much for one
 * transaction; answers how much there was.
 * @param most how many a batch may have
 */
export async function inBatches(
  most: number,
  take: (most: number) => Promise<number>,
): Promise<number> {
  let taken = 0;
  for (;;) {
    const batch = await take(most);
    taken += batch;
    if (batch < most) return taken;
  }
}
