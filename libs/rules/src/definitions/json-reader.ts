import { isStorableText } from '@quittance/lists';
import { isUuid, type FieldError } from '@quittance/kernel';

type Json = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads members of plain JSON one by one, and notes everything that is wrong with them. */
export class JsonReader {
  private readonly read = new Set<string>();

  constructor(
    private readonly json: Json,
    readonly errors: FieldError[] = [],
    private readonly pointer = '',
  ) {}

  has(member: string): boolean {
    return Object.hasOwn(this.json, member) && this.json[member] !== null;
  }

  text(member: string, max: number): string {
    const value = this.member(member);
    if (typeof value !== 'string') return this.fault(member, 'type', 'must be a text', '');
    if (value.trim() === '') return this.fault(member, 'min_length', 'must not be empty', '');
    if (value.length > max) {
      return this.fault(member, 'max_length', `must have at most ${max} characters`, '');
    }
    return isStorableText(value)
      ? value
      : this.fault(member, 'format', 'has characters that no text has', '');
  }

  maybeText(member: string, max: number): string | null {
    return this.present(member) ? this.text(member, max) : null;
  }

  /** A list of texts, or nothing. */
  maybeTexts(member: string, most: number, max: number): readonly string[] | null {
    if (!this.present(member)) return null;
    const value = this.member(member);
    if (!Array.isArray(value) || value.length === 0 || value.length > most) {
      return this.fault(member, 'type', `must be a list of 1 to ${most} texts`, null);
    }
    const texts = Object.fromEntries(value.map((item: unknown, i) => [i, item]));
    const reader = new JsonReader(texts, this.errors, `${this.pointer}/${member}`);
    return value.map((_, i) => reader.text(String(i), max));
  }

  id(member: string): string {
    const value = this.text(member, 36);
    return isUuid(value) ? value : this.fault(member, 'format', 'must be a UUID', '');
  }

  word<T extends string>(member: string, words: readonly T[]): T {
    const value = this.member(member);
    const found = words.find((word) => word === value);
    const [first] = words;
    return found ?? this.fault(member, 'enum', `must be one of ${words.join(', ')}`, first as T);
  }

  boolean(member: string, missing: boolean): boolean {
    if (!this.present(member)) return missing;
    const value = this.member(member);
    return typeof value === 'boolean'
      ? value
      : this.fault(member, 'type', 'must be true or false', missing);
  }

  maybeInteger(member: string, min: number, max: number): number | null {
    if (!this.present(member)) return null;
    const value = this.member(member);
    const fits = Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
    return fits
      ? Number(value)
      : this.fault(member, 'type', `must be a whole number from ${min} to ${max}`, null);
  }

  /** An object, or nothing. */
  maybeWord<T extends string>(member: string, words: readonly T[]): T | null {
    return this.present(member) ? this.word(member, words) : null;
  }

  maybeObject<T>(member: string, read: (item: JsonReader) => T): T | null {
    if (!this.present(member)) return null;
    const value = this.member(member);
    if (!isObject(value)) return this.fault(member, 'type', 'must be an object', null);
    const reader = new JsonReader(value, this.errors, `${this.pointer}/${member}`);
    const found = read(reader);
    reader.end();
    return found;
  }

  /** What is wrong with a member beyond its type. */
  refuse(member: string, code: string, message: string): void {
    this.fault(member, code, message, null);
  }

  list<T>(member: string, most: number, read: (item: JsonReader) => T): T[] {
    const value = this.member(member);
    if (!Array.isArray(value) || value.length === 0 || value.length > most) {
      return this.fault(member, 'type', `must be a list of 1 to ${most} items`, []);
    }
    return value.flatMap((item: unknown, i): T[] => {
      const pointer = `${this.pointer}/${member}/${i}`;
      if (!isObject(item)) {
        this.errors.push({ pointer, code: 'type', message: 'must be an object' });
        return [];
      }
      const reader = new JsonReader(item, this.errors, pointer);
      const found = read(reader);
      reader.end();
      return [found];
    });
  }

  /** What nobody has read is unknown. */
  end(): void {
    for (const member of Object.keys(this.json)) {
      if (!this.read.has(member)) this.fault(member, 'unknown_field', 'is not known', null);
    }
  }

  /** Notes that the member is known, whether it is there or not. */
  private present(member: string): boolean {
    this.read.add(member);
    return this.has(member);
  }

  private member(member: string): unknown {
    this.read.add(member);
    return Object.hasOwn(this.json, member) ? this.json[member] : undefined;
  }

  private fault<T>(member: string, code: string, message: string, instead: T): T {
    const name = member.replaceAll('~', '~0').replaceAll('/', '~1');
    this.errors.push({ pointer: `${this.pointer}/${name}`, code, message });
    return instead;
  }
}
