import { DomainError, type Ctx, type FieldError } from '@quittance/kernel';
import type { SetupItem } from './setup-item.js';
import type { SetupPart } from './setup-parts.js';

/** Says which items of a part cannot be brought in, and why each. Nothing of the part may stay. */
export class ItemsRefused extends Error {
  constructor(readonly refusals: ReadonlyMap<SetupItem, readonly FieldError[]>) {
    super('Items of a set-up are refused');
  }
}

/** What a refusal says, as a part of the set-up reports it. */
export function refusalErrors({ code, message, options }: DomainError): readonly FieldError[] {
  return options.errors ?? [{ pointer: '', code, message }];
}

/** What a refusal says of an item, as a part of the set-up reports it. */
export async function refusalsOf(work: () => unknown): Promise<readonly FieldError[]> {
  try {
    await work();
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return refusalErrors(error);
  }
}

/** Whether the actor may see what a part holds: an export leaves the others out. */
export function maySeePart({ permissions }: Ctx, { rights }: SetupPart): boolean {
  return !rights || permissions.can(rights.resource, 'view');
}

/** Why the actor may not bring an item in; undefined when they may. */
export function partDenied(
  { permissions }: Ctx,
  { rights }: SetupPart,
  isNew: boolean,
): FieldError | undefined {
  if (!rights) return undefined;
  const { resource, toMake } = rights;
  const action = isNew ? toMake : 'update';
  if (permissions.can(resource, 'view') && permissions.can(resource, action)) return undefined;
  return {
    pointer: '',
    code: 'permission_denied',
    message: `needs the rights to view and ${action} ${resource}`,
  };
}
