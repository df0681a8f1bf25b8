import type { Ctx, FieldError } from '@quittance/kernel';
import type { RuleKind } from './rule.js';

/**
 * Whether the actor may change a rule on the ways that ask for the grant `customization` alone, an
 * import of a set-up and a revert: a workflow rule acts on every record, whoever made it.
 */
export function mayChange({ permissions }: Ctx, kind: RuleKind, action: string): boolean {
  return kind !== 'workflow' || permissions.can('workflows', action);
}

export function deniedFault(action: string): FieldError {
  return {
    pointer: '',
    code: 'permission_denied',
    message: `needs the right to ${action} workflows`,
  };
}
