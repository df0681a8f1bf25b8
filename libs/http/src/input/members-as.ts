import type { Type } from '@nestjs/common';
import { DomainError, invalidFields } from '@quittance/kernel';
import { InputPipe } from './input.pipe.js';

const input = new InputPipe();

/**
 * Members that stand within a body or a row of a file, checked as a body of the DTO would be;
 * `under` is where they stand.
 * @throws DomainError validation_failed
 */
export async function membersAs<T extends object>(
  dto: Type<T>,
  members: unknown,
  under = '',
): Promise<T> {
  try {
    return (await input.transform(members, { type: 'body', metatype: dto })) as T;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { errors = [] } = error.options;
    throw invalidFields(
      errors.map(({ pointer = '', ...fault }) => ({ ...fault, pointer: `${under}${pointer}` })),
    );
  }
}
