import type { Tx } from '@quittance/database';
import { invalidFields, type FieldError } from '@quittance/kernel';
import { masterOptions, type MasterOption } from '@quittance/masters';

/** What somebody may choose of; the code is what a case is opened with. */
export type CaseChoice = Pick<MasterOption, 'code' | 'name' | 'colour'>;

/** What a customer chooses of who opens a case. */
export interface CaseChoices {
  readonly reasons: readonly CaseChoice[];
  readonly priorities: readonly CaseChoice[];
}

export async function caseChoices(tx: Tx): Promise<CaseChoices> {
  const options = await masterOptions(tx, ['case_reason', 'case_priority']);
  const of = (type: string): CaseChoice[] =>
    options
      .filter((each) => each.type === type)
      .map(({ code, name, colour }) => ({ code, name, colour }));
  return { reasons: of('case_reason'), priorities: of('case_priority') };
}

/**
 * Refuses what cannot be chosen in the words of who chooses, who knows of no masters.
 * @throws DomainError validation_failed
 */
export function requireChosen(
  { reasons, priorities }: CaseChoices,
  { reason, priority }: { readonly reason?: string; readonly priority?: string },
): void {
  const errors = [
    ...unknownOf('/reason', 'reasons', reason, reasons),
    ...unknownOf('/priority', 'priorities', priority, priorities),
  ];
  if (errors.length > 0) throw invalidFields(errors);
}

function unknownOf(
  pointer: string,
  plural: string,
  code: string | undefined,
  choices: readonly CaseChoice[],
): FieldError[] {
  if (code === undefined || choices.some((each) => same(each.code, code))) return [];
  return [{ pointer, code: 'enum', message: `is none of the ${plural} to choose of` }];
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
