/**
 * Does the work for each item, one after the other, and adds up what it answers. What fails with
 * one keeps none of the others waiting.
 * @param onFault told what went wrong where others got somewhere, so that whoever asks again goes
 *   on at once
 * @throws the first thing that went wrong, where nobody is told or nothing else was done
 */
export async function sumOfEach<T>(
  items: readonly T[],
  work: (item: T) => Promise<number>,
  onFault?: (error: unknown) => void,
): Promise<number> {
  const faults: unknown[] = [];
  let sum = 0;
  for (const item of items) {
    try {
      sum += await work(item);
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0 && (sum === 0 || !onFault)) throw faults[0];
  for (const fault of faults) onFault?.(fault);
  return sum;
}
