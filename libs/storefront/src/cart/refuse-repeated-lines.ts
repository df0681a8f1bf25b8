import { invalidField } from '@quittance/kernel';

/** @throws DomainError validation_failed where two lines bear one id */
export function refuseRepeatedLines(ids: readonly (string | undefined)[]): void {
  const seen = new Set<string>();
  ids.forEach((id, i) => {
    if (id === undefined) return;
    if (seen.has(id)) {
      throw invalidField(`/lines/${i}/lineId`, 'unique', 'is the id of an earlier line');
    }
    seen.add(id);
  });
}
