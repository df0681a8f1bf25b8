import {
  FormulaError,
  positionAt,
  type FormulaErrorCode,
  type FormulaFault,
} from './formula-error.js';
import type { ApplyNode, FieldNode, FormulaNode } from './formula-node.js';
import type { FormulaScope, FormulaType } from './formula-value.js';
import { MAX_FAULTS } from './limits.js';
import { operationOf } from './operations/catalogue.js';
import { commonType, type FormulaOperation, type Parameter } from './operations/operation.js';
import type { TypedNode } from './typed-node.js';

const TYPE_WORDS: Readonly<Record<FormulaType, string>> = {
  text: 'a text',
  number: 'a number',
  boolean: 'TRUE or FALSE',
  date: 'a date',
  datetime: 'an instant',
  time: 'a time of day',
  'any-null': 'NULL',
};

/** The types in words: `a date or an instant`. */
export function typeWords(types: readonly FormulaType[]): string {
  return types.map((type) => TYPE_WORDS[type]).join(' or ');
}

function accepts({ types }: Parameter, type: FormulaType): boolean {
  return type === 'any-null' || types.includes(type);
}

function countWords({ least, most }: FormulaOperation): string {
  if (least === most) return most === 1 ? '1 argument' : `${most || 'no'} arguments`;
  return `${least} to ${most} arguments`;
}

/** What is arithmetic or a condition, by the type of the operands that may be zeroed there. */
const ZEROED: ReadonlyMap<string, FormulaType> = new Map([
  ...['+', '-', '*', '/', '^', '%', 'POWER'].map((sign) => [sign, 'number'] as const),
  ...['AND', 'OR', 'NOT', 'IF', 'IFS', 'XOR', '&&', '||', '!'].map(
    (name) => [name, 'boolean'] as const,
  ),
]);

/**
 * An empty field of numbers may count as zero in arithmetic, and one of TRUE and FALSE as FALSE
 * where it is a condition; what came to nothing does not, and so does no computed field: that is
 * empty as it could not be worked out, or may not be seen.
 */
function zeroedIn({ name }: ApplyNode, operand: TypedNode): TypedNode {
  return operand.type === ZEROED.get(name) ? zeroed(operand) : operand;
}

/** Of a field only. */
export function zeroed(operand: TypedNode): TypedNode {
  const { node } = operand;
  const isField = node.kind === 'field' || (node.kind === 'apply' && node.name === 'PRIORVALUE');
  return isField ? { ...operand, zeroed: true } : operand;
}

/**
 * Finds the type of every part. A part that is wrong counts as NULL in what is round it, so that
 * one fault is reported once and the search goes on.
 */
export class TypeCheck {
  private readonly faults: FormulaFault[] = [];
  readonly paths = new Map<string, readonly string[]>();
  readonly priorPaths = new Map<string, readonly string[]>();
  usesClock = false;

  constructor(
    private readonly text: string,
    private readonly scope: FormulaScope,
  ) {}

  typed(node: FormulaNode): TypedNode {
    switch (node.kind) {
      case 'literal':
        return { node, type: node.type };
      case 'field':
        return { node, type: this.fieldType(node) };
      case 'apply':
        return this.applied(node);
    }
  }

  /** @throws FormulaError with everything that was found, in the order of the text. */
  settle(): void {
    const [first, ...others] = this.faults
      .toSorted((a, b) => a.position.offset - b.position.offset)
      .slice(0, MAX_FAULTS);
    if (first) throw new FormulaError([first, ...others]);
  }

  fault(offset: number, code: FormulaErrorCode, message: string): void {
    this.faults.push({ code, position: positionAt(this.text, offset), message });
  }

  private fieldType({ path, span }: FieldNode, paths = this.paths): FormulaType {
    const field = this.scope.field(path);
    const name = path.join('.');
    paths.set(name, path);
    if (field) return field.type;
    this.fault(span.start, 'unknown_field', `There is no field ${name} here.`);
    return 'any-null';
  }

  private applied(node: ApplyNode): TypedNode {
    const operation = operationOf(node.style, node.name);
    if (operation?.ofChange) return this.askedOfChange(node, operation);
    const operands = node.operands.map((operand) => {
      const typed = this.typed(operand);
      const isComputed = operand.kind === 'field' && this.scope.field(operand.path)?.computed;
      return isComputed ? typed : zeroedIn(node, typed);
    });
    if (!operation) {
      this.fault(node.at, 'unknown_function', `There is no function ${node.name}.`);
      return { node, type: 'any-null', operator: () => null, operands };
    }
    if (node.name === 'TODAY' || node.name === 'NOW') this.usesClock = true;
    const types = operands.map(({ type }) => type);
    const type = this.fits(node, operation, types);
    return { node, type, operator: operation.operator(types), operands };
  }

  /** A function that is given the name of a field of the record itself. */
  private askedOfChange(node: ApplyNode, operation: FormulaOperation): TypedNode {
    const operands = node.operands.map((operand) => this.nameOf(node, operand));
    const types = operands.map(({ type }) => type);
    const type = this.fits(node, operation, types);
    if (!this.scope.ofChange) {
      const message =
        `${node.name} compares with what was before a change: only rules can ask ` + 'that.';
      this.fault(node.at, 'only_in_rules', message);
    }
    const [field] = node.operands;
    const path = field?.kind === 'field' ? field.path : [];
    const operator = operation.ofChange?.(path) ?? operation.operator(types);
    return { node, type, operator, operands };
  }

  private nameOf({ name }: ApplyNode, operand: FormulaNode): TypedNode {
    const { start } = operand.span;
    if (operand.kind !== 'field' || operand.path.length > 1) {
      const message = `${name} takes the name of a field of the record itself, nothing else.`;
      this.fault(start, 'argument_type', message);
      return { ...this.typed(operand), type: 'any-null' };
    }
    const type = this.fieldType(operand, this.priorPaths);
    if (!this.scope.field(operand.path)?.computed) return { node: operand, type };
    const message = `${operand.path.join('.')} is computed: nobody changes it.`;
    this.fault(start, 'argument_type', message);
    return { node: operand, type: 'any-null' };
  }

  /** The type of the result; NULL where the operands are wrong. */
  private fits(
    node: ApplyNode,
    operation: FormulaOperation,
    types: readonly FormulaType[],
  ): FormulaType {
    const { least, most, signature } = operation;
    if (types.length < least || types.length > most) {
      const message = `${node.name} takes ${countWords(operation)}: ${signature}.`;
      this.fault(node.at, 'argument_count', message);
      return 'any-null';
    }
    const parameters = types.map((_, i) => operation.parameter(i, types.length));
    const wrong = types.findIndex((type, i) => !accepts(parameters[i] as Parameter, type));
    if (wrong >= 0) return this.wrongOperand(node, wrong, parameters, types);
    if (!this.areAlike(node, parameters, types)) return 'any-null';
    if (!this.areKnown(node, parameters)) return 'any-null';
    const result = operation.result(types);
    if (result) return result;
    const message =
      `${node.name} does not go between ` + `${typeWords(types).replace(' or ', ' and ')}.`;
    this.fault(node.at, 'argument_type', message);
    return 'any-null';
  }

  private wrongOperand(
    node: ApplyNode,
    index: number,
    parameters: readonly Parameter[],
    types: readonly FormulaType[],
  ): FormulaType {
    const { name, types: wanted } = parameters[index] as Parameter;
    const given = TYPE_WORDS[types[index] as FormulaType];
    const hint = node.name === '+' && types.includes('text') ? ' Texts are joined by &.' : '';
    const message = `The ${name} of ${node.name} is ${typeWords(wanted)}, not ${given}.${hint}`;
    this.fault(node.operands[index]?.span.start ?? node.at, 'argument_type', message);
    return 'any-null';
  }

  /** Whether the texts that are written out are some that mean something. */
  private areKnown({ name, operands }: ApplyNode, parameters: readonly Parameter[]): boolean {
    for (const [i, { name: operand, among }] of parameters.entries()) {
      const given = operands[i];
      if (!among || given?.kind !== 'literal' || typeof given.value !== 'string') continue;
      if (among.includes(given.value.toLowerCase())) continue;
      const words = among.map((each) => `"${each}"`).join(', ');
      const message = `The ${operand} of ${name} is one of ${words}.`;
      this.fault(given.span.start, 'argument_value', message);
      return false;
    }
    return true;
  }

  /** Whether the operands that must be of one type are. */
  private areAlike(
    node: ApplyNode,
    parameters: readonly Parameter[],
    types: readonly FormulaType[],
  ): boolean {
    const groups = new Set(parameters.flatMap(({ alike }) => alike ?? []));
    for (const group of groups) {
      const members = types.filter((_, i) => parameters[i]?.alike === group);
      if (commonType(members)) continue;
      const [first, ...others] = members.filter((type) => type !== 'any-null');
      const other = others.find((type) => type !== first) as FormulaType;
      const words = `${typeWords([first as FormulaType])} and ${typeWords([other])}`;
      const message = `${node.name} does not go with ${words} at once.`;
      this.fault(node.at, 'argument_type', message);
      return false;
    }
    return true;
  }
}
