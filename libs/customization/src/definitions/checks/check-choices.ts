import type { FieldPlace, Faults } from './field-input.js';
import type { FieldDefinition } from '../definition.js';
import { isMasterType } from '@quittance/masters';

const CONTROLLERS: ReadonlySet<string> = new Set(['picklist', 'boolean']);

/** The master it takes its choices from, and the field that controls it. */
export function checkChoices(
  { object, before }: FieldPlace,
  { name, settings }: FieldDefinition,
  faults: Faults,
): void {
  const { master, dependsOn } = settings;
  if (master !== undefined && !isMasterType(master)) {
    faults.add('/settings/master', 'enum', 'is no type of master');
  }
  if (before && (before.settings.master === undefined) !== (master === undefined)) {
    faults.add('/settings/master', 'immutable', 'cannot replace options, nor they a master');
  }
  if (!dependsOn) return;
  const pointer = '/settings/dependsOn/field';
  const controlling = object.fields.get(dependsOn.field);
  if (!controlling || !CONTROLLERS.has(controlling.type)) {
    faults.add(pointer, 'reference', `${object.name} has no picklist or boolean of this name`);
    return;
  }
  for (let at = controlling, hops = 0; at && hops <= object.fields.size; hops += 1) {
    if (at.name === name) {
      faults.add(pointer, 'cycle', 'is controlled by this field in turn');
      return;
    }
    const next = object.fields.get(at.settings.dependsOn?.field ?? '');
    if (!next) break;
    at = next;
  }
  checkControllingCodes(controlling.settings.options, dependsOn.allowed, faults);
}

function checkControllingCodes(
  options: readonly { readonly code: string }[] | undefined,
  allowed: Readonly<Record<string, unknown>>,
  faults: Faults,
): void {
  if (!options) return;
  const codes = new Set(options.map(({ code }) => code));
  for (const name of Object.keys(allowed)) {
    if (codes.has(name)) continue;
    const part = name.replaceAll('~', '~0').replaceAll('/', '~1');
    faults.add(`/settings/dependsOn/allowed/${part}`, 'enum', 'is no option of that field');
  }
}
