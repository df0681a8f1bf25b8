import { withArticle } from './with-article.js';
import { fine, type Fault, type Reading } from './field-kind.js';
import type { FieldSettings, FieldType } from './field.js';
import { KINDS } from './kinds.js';
import { pointerPart } from './options.js';

/**
 * The settings of a custom field of this type, or everything that is wrong with them: unknown ones,
 * wrong values, missing ones, and those that contradict one another. Pointers are inside the
 * settings.
 */
export function readSettings(type: FieldType, given: unknown): Reading<FieldSettings> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return { faults: [{ code: 'type', message: 'must be an object' }] };
  }
  const kind = KINDS[type];
  const faults: Fault[] = [];
  const settings: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const inside = `/${pointerPart(name)}`;
    const read = Object.hasOwn(kind.settings, name) ? kind.settings[name] : undefined;
    if (!read) {
      faults.push({
        inside,
        code: 'unknown_field',
        message: `is no setting of ${withArticle(type)} field`,
      });
      continue;
    }
    if (value === undefined || value === null) continue;
    const reading = read(value);
    if (!reading.faults) settings[name] = reading.value;
    else
      for (const each of reading.faults)
        faults.push({ ...each, inside: inside + (each.inside ?? '') });
  }
  for (const name of kind.needed ?? []) {
    const sent = Object.hasOwn(given, name) ? (given as Record<string, unknown>)[name] : undefined;
    if (sent === undefined || sent === null)
      faults.push({ inside: `/${name}`, code: 'required', message: 'is required' });
  }
  if (faults.length > 0) return { faults };
  const crossed = kind.check?.(settings) ?? [];
  return crossed.length > 0 ? { faults: crossed } : fine(settings);
}
