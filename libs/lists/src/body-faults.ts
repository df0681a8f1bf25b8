import type { FieldError } from '@quittance/kernel';
import { isStorableText } from './filter-value.js';

/** What of a body nothing can keep: text that no column holds, and names that every object has. */
export function bodyFaults(body: unknown): readonly FieldError[] {
  const errors: FieldError[] = [];
  inspect(body, '', errors);
  return errors;
}

function inspect(value: unknown, pointer: string, errors: FieldError[]): void {
  if (typeof value === 'string') {
    if (isStorableText(value)) return;
    const message = 'must be text without NUL and lone surrogates';
    errors.push({ pointer, code: 'format', message });
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const at = `${pointer}/${shownPointerPart(name)}`;
    // Of every object already: it would be overwritten, or dropped without a word.
    if (name in Object.prototype || !isStorableText(name)) {
      errors.push({ pointer: at, code: 'unknown_field', message: 'is not accepted' });
    } else inspect(member, at, errors);
  }
}

/** A member's name as a step of a JSON Pointer. */
export function shownPointerPart(name: string): string {
  return name.slice(0, 200).replaceAll('~', '~0').replaceAll('/', '~1');
}
