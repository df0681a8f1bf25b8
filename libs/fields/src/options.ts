import { fine, wrong, type Fault, type Reading } from './field-kind.js';
import type { FieldSettings, PicklistDependency, PicklistOption } from './field.js';

const MAX_OPTIONS = 500;
const CODE = /^[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,58}[A-Za-z0-9])?$/;
const COLOUR = /^#[0-9a-f]{6}$/;
const MEMBERS: ReadonlySet<string> = new Set(['code', 'label', 'colour', 'active']);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readOption(value: unknown): Reading<PicklistOption> {
  if (!isObject(value)) return wrong('type', 'must be an object');
  const faults: Fault[] = Object.keys(value)
    .filter((name) => !MEMBERS.has(name))
    .map((name) => ({
      inside: `/${pointerPart(name)}`,
      code: 'unknown_field',
      message: 'is not a member of an option',
    }));
  const { code, label, colour, active = true } = value;
  if (typeof code !== 'string' || !CODE.test(code)) {
    faults.push({
      inside: '/code',
      code: 'format',
      message: 'must be 1 to 60 letters, digits, dots, - or _',
    });
  }
  if (typeof label !== 'string' || label.trim() === '' || label.length > 100) {
    faults.push({ inside: '/label', code: 'max_length', message: 'must have 1 to 100 characters' });
  }
  if (colour !== undefined && !(typeof colour === 'string' && COLOUR.test(colour.toLowerCase()))) {
    faults.push({ inside: '/colour', code: 'format', message: 'must be a colour such as #1a2b3c' });
  }
  if (typeof active !== 'boolean') {
    faults.push({ inside: '/active', code: 'type', message: 'must be true or false' });
  }
  if (faults.length > 0) return { faults };
  return fine({
    code: code as string,
    label: label as string,
    ...(colour === undefined ? {} : { colour: (colour as string).toLowerCase() }),
    active: active as boolean,
  });
}

/** JSON Pointer writing of one name. */
export function pointerPart(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The choices of a picklist, in their order. */
export function readOptions(value: unknown): Reading<readonly PicklistOption[]> {
  if (!Array.isArray(value)) return wrong('type', 'must be a list');
  if (value.length === 0 || value.length > MAX_OPTIONS) {
    return wrong('range', `must have 1 to ${MAX_OPTIONS} options`);
  }
  const faults: Fault[] = [];
  const options = new Map<string, PicklistOption>();
  for (const [i, item] of value.entries()) {
    const read = readOption(item);
    if (read.faults) {
      for (const fault of read.faults)
        faults.push({ ...fault, inside: `/${i}${fault.inside ?? ''}` });
    } else if (options.has(read.value.code)) {
      faults.push({
        inside: `/${i}/code`,
        code: 'unique',
        message: 'is the code of another option',
      });
    } else options.set(read.value.code, read.value);
  }
  return faults.length > 0 ? { faults } : fine([...options.values()]);
}

/** Which options go with which value of the controlling field. */
export function readDependency(value: unknown): Reading<PicklistDependency> {
  if (!isObject(value)) return wrong('type', 'must be an object');
  const faults: Fault[] = Object.keys(value)
    .filter((name) => name !== 'field' && name !== 'allowed')
    .map((name) => ({
      inside: `/${pointerPart(name)}`,
      code: 'unknown_field',
      message: 'is not a member of a dependency',
    }));
  const { field, allowed } = value;
  if (typeof field !== 'string' || field.length === 0 || field.length > 80) {
    faults.push({ inside: '/field', code: 'type', message: 'must be the name of a field' });
  }
  if (!isObject(allowed) || Object.keys(allowed).length > MAX_OPTIONS) {
    faults.push({
      inside: '/allowed',
      code: 'type',
      message: 'must be an object of lists of codes',
    });
    return { faults };
  }
  const lists: [string, readonly string[]][] = [];
  for (const [name, codes] of Object.entries(allowed)) {
    const valid =
      Array.isArray(codes) &&
      codes.length <= MAX_OPTIONS &&
      codes.every((code) => typeof code === 'string' && CODE.test(code));
    if (valid) lists.push([name, [...new Set(codes as string[])]]);
    else
      faults.push({
        inside: `/allowed/${pointerPart(name)}`,
        code: 'type',
        message: 'must be a list of codes',
      });
  }
  if (faults.length > 0) return { faults };
  return fine({ field: field as string, allowed: Object.fromEntries(lists) });
}

/** Codes named by the dependency that are none of the options. */
export function dependencyFaults({ options, dependsOn }: FieldSettings): Fault[] {
  if (!options || !dependsOn) return [];
  const codes = new Set(options.map(({ code }) => code));
  return Object.entries(dependsOn.allowed)
    .filter(([, allowed]) => allowed.some((code) => !codes.has(code)))
    .map(([name, allowed]) => ({
      inside: `/dependsOn/allowed/${pointerPart(name)}`,
      code: 'enum',
      message: `${allowed.find((code) => !codes.has(code))} is no option of this field`,
    }));
}

/** Whether the controlling value lets the code be chosen. */
export function allowedWith(
  dependsOn: PicklistDependency,
  controlling: unknown,
  code: string,
): boolean {
  const name = String(controlling);
  const { allowed } = dependsOn;
  return Object.hasOwn(allowed, name) && (allowed[name] ?? []).includes(code);
}
