import type { CompanyId } from '@quittance/kernel';
import { inLanes } from '@quittance/work';

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
  const faults: unknown[] = [];
  let looks = 0;
  await inLanes(companies, CONCURRENCY, async ({ id }) => {
    const done = await work(id).catch((error: unknown) => void faults.push(error));
    looks += done ?? 0;
  });
  if (faults.length > 0) throw faults[0];
  return looks;
}
