import { Injectable, ValidationPipe, type ArgumentMetadata } from '@nestjs/common';
import { failpoint } from '@quittance/config';
import { invalidFields, type FieldError } from '@quittance/kernel';
import { yieldIfDue } from '@quittance/work';
import { getMetadataStorage, type ValidationError } from 'class-validator';
import { malformedRequest } from '../http.errors.js';
import type { ApiRequest } from '../requests/api-request.js';
import { BesideList, withoutListParameters } from '../lists/beside-list.js';
import { requestOfInput } from '../requests/request-of-input.js';
import { splitCustomFields, takesCustomFields } from './custom-fields.js';
import { FIELD_CONSTRAINT, queryKinds, type QueryKind } from './field.js';
import { keepRules } from './kept-rules.js';
import { longLists } from './nested-fields.js';
import { shownPointerPart } from './read-json.js';

class Invalid extends Error {
  constructor(readonly errors: readonly ValidationError[]) {
    super('The input is not valid');
  }
}

/** What the request's shape is about, rather than the value of a field: answered with 400. */
const SHAPE_CODES: ReadonlySet<string> = new Set(['type', 'unknown_field']);

/**
 * Checks bodies and queries against the DTO of their parameter. Everything wrong is reported at
 * once: 400 when a member is unknown or of the wrong type, 422 when only values are wrong. Of a
 * body with lists that are too long nothing else is told.
 */
@Injectable()
export class InputPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      forbidUnknownValues: false,
      exceptionFactory: (errors) => new Invalid(errors),
    });
    keepRules();
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { type, metatype } = metadata;
    const nextTurn = yieldIfDue();
    if (nextTurn) await nextTurn;
    if ((type !== 'body' && type !== 'query') || !this.toValidate(metadata)) return value;
    const beside = type === 'query' && metatype?.prototype instanceof BesideList;
    const own = beside ? withoutListParameters(value as object, membersOf(metatype)) : value;
    return this.checkFor(requestOfInput(value), own, metadata);
  }

  /**
   * The request stands here for whoever finds the host at a standstill: below nobody knows of it.
   */
  private async checkFor(
    request: ApiRequest | undefined,
    value: unknown,
    metadata: ArgumentMetadata,
  ): Promise<unknown> {
    const { type, metatype } = metadata;
    await failpoint('request.input', request?.id);
    if (type === 'body' && value !== undefined && !isPlainObject(value)) {
      const errors = [{ pointer: '', code: 'type', message: 'must be an object' }];
      throw malformedRequest({ reason: 'The body must be a JSON object.' }, { errors });
    }
    // A body has room for very many items: those of a list that is too long are not looked at.
    const tooLong = metatype ? longLists(metatype, value) : [];
    if (tooLong.length > 0) throw invalidFields(tooLong);
    const read =
      type === 'query' && metatype
        ? readQuery(value, queryKinds(metatype))
        : withoutUnknown(value, metatype);
    if (type === 'body' && metatype && takesCustomFields(metatype)) {
      const { standard, custom } = splitCustomFields(value);
      const body = (await this.check(standard, value, metadata)) as object;
      return Object.keys(custom).length > 0 ? Object.assign(body, { custom }) : body;
    }
    return this.check(read, value, metadata);
  }

  /** JSON has none, and of many values it takes as long as all of the rest. */
  protected override closeArrayGaps(): void {}

  /** Bodies with such members are refused when they are read; of a query they are passed over. */
  protected override stripProtoKeys(): void {}

  private async check(read: unknown, value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const type = metadata.type === 'query' ? 'query' : 'body';
    try {
      return await super.transform(read, metadata);
    } catch (error) {
      throw error instanceof Invalid ? refusal(error.errors, value, type) : error;
    }
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function isPlainObject(value: unknown): boolean {
  return isObject(value) && !Array.isArray(value);
}

/**
 * The body with nothing in the members that its DTO does not know: they are refused by their names,
 * and nobody pays for what is in them.
 */
function withoutUnknown(body: unknown, metatype: ArgumentMetadata['metatype']): unknown {
  if (!metatype || !isPlainObject(body) || takesCustomFields(metatype)) return body;
  const known = membersOf(metatype);
  const members = Object.entries(body as object);
  if (members.every(([name]) => known.has(name))) return body;
  return Object.fromEntries(members.map(([name, value]) => [name, known.has(name) ? value : null]));
}

const knownMembers = new WeakMap<object, ReadonlySet<string>>();

function membersOf(dto: NonNullable<ArgumentMetadata['metatype']>): ReadonlySet<string> {
  let known = knownMembers.get(dto);
  if (!known) {
    const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
    known = new Set(rules.map(({ propertyName }) => propertyName));
    knownMembers.set(dto, known);
  }
  return known;
}

/** Query strings are text: what its field says is a number, a flag or a list is read as one. */
function readQuery(query: unknown, kinds: Readonly<Record<string, QueryKind>>): unknown {
  const read: Record<string, unknown> = { ...(query as Record<string, unknown>) };
  for (const [name, kind] of Object.entries(kinds)) {
    const text = read[name];
    if (typeof text !== 'string') continue;
    if (kind === 'number' && /^-?\d{1,15}$/.test(text)) read[name] = Number(text);
    if (kind === 'boolean' && (text === 'true' || text === 'false')) read[name] = text === 'true';
    if (kind === 'list') read[name] = text.split(',');
  }
  return read;
}

function refusal(errors: readonly ValidationError[], input: unknown, type: 'body' | 'query') {
  const found: FieldError[] = [];
  gather(errors, input, '', found);
  const named = type === 'body' ? found : found.map(asParameter);
  if (!found.some(({ code }) => SHAPE_CODES.has(code))) return invalidFields(named);
  const reason = `The ${type} has members that are unknown or of the wrong type.`;
  return malformedRequest({ reason }, { errors: named });
}

function asParameter({ pointer = '', code, message }: FieldError): FieldError {
  return { parameter: pointer.slice(1), code, message };
}

/** In the order of the document; what is missing comes last. */
function gather(
  errors: readonly ValidationError[],
  input: unknown,
  parent: string,
  found: FieldError[],
): void {
  const members = (isObject(input) ? input : {}) as Record<string, unknown>;
  const order = new Map(Object.keys(members).map((name, i) => [name, i]));
  const place = ({ property }: ValidationError) => order.get(property) ?? order.size;
  for (const error of [...errors].sort((a, b) => place(a) - place(b))) {
    const { property, constraints = {}, children = [] } = error;
    const pointer = `${parent}/${shownPointerPart(property)}`;
    const field = constraints[FIELD_CONSTRAINT];
    if (field !== undefined) {
      const space = field.indexOf(' ');
      found.push({ pointer, code: field.slice(0, space), message: field.slice(space + 1) });
    } else if ('whitelistValidation' in constraints) {
      found.push({ pointer, code: 'unknown_field', message: 'is not a member of this request' });
    } else {
      gather(children, members[property], pointer, found);
      const [other] = children.length > 0 ? [] : Object.values(constraints);
      if (other !== undefined) found.push({ pointer, code: 'type', message: other });
    }
  }
}
