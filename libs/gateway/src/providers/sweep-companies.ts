import type { CompanyId } from '@quittance/kernel';

/**
 * Companies looked after at once: a provider that hangs keeps those of another waiting no longer.
 */
const CONCURRENCY = 4;

/**
 * Does the work for each company and adds up what it answers. What fails in one keeps no other
 * waiting; the first failure is thrown when all have had their turn.
 */
export async function sweepCompanies(
  companies: readonly { readonly id: CompanyId }[],
  work: (id: CompanyId) => Promise<number>,
): Promise<number> {
  const waiting = [...companies];
  const faults: unknown[] = [];
  let looks = 0;
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      try {
        looks += await work(next.id);
      } catch (error) {
        faults.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  if (faults.length > 0) throw faults[0];
  return looks;
}
