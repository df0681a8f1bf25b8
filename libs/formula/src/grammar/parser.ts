import { EmbeddedActionsParser, type IToken } from 'chevrotain';
import { formulaError } from '../formula-error.js';
import { extentOf, type FormulaNode } from '../formula-node.js';
import { MAX_NODES } from '../limits.js';
import { constantOf, numberLiteral, textLiteral } from './literals.js';
import { byPrecedence, type OperatorSign } from './precedence.js';
import {
  Close,
  Comma,
  Minus,
  Name,
  Not,
  NumberToken,
  Open,
  Operator,
  Percent,
  TextToken,
  TOKENS,
} from './tokens.js';

/** The sentences are made from the token that was not expected: those of the library are long. */
const silent = () => '';
const errorMessageProvider = {
  buildMismatchTokenMessage: silent,
  buildNotAllInputParsedMessage: silent,
  buildNoViableAltMessage: silent,
  buildEarlyExitMessage: silent,
};

/**
 * formula = operand { operator operand }
 * operand = { '-' | '!' } primary { '%' }
 * primary = number | text | name [ '(' [ formula { ',' formula } ] ')' ] | '(' formula ')'
 *
 * Which operator binds tighter is settled afterwards, so that a formula takes two calls per operand
 * and the recursion is as deep as the brackets.
 */
class FormulaParser extends EmbeddedActionsParser {
  /** The text that is parsed, for places in refusals. */
  source = '';
  private nodes = 0;

  constructor() {
    super(TOKENS, { errorMessageProvider, maxLookahead: 1, recoveryEnabled: false });
    this.performSelfAnalysis();
  }

  begin(source: string, tokens: IToken[]): void {
    this.source = source;
    this.nodes = 0;
    this.input = tokens;
  }

  readonly formula = this.RULE('formula', (): FormulaNode => {
    const operands = [this.SUBRULE(this.operand)];
    const signs: OperatorSign[] = [];
    this.MANY(() => {
      const token = this.OR([
        { ALT: () => this.CONSUME(Operator) },
        { ALT: () => this.CONSUME(Minus) },
      ]);
      this.ACTION(() => this.count(token));
      signs.push({ sign: token.image, at: token.startOffset });
      operands.push(this.SUBRULE1(this.operand));
    });
    return this.ACTION(() => byPrecedence(operands, signs));
  });

  private readonly operand = this.RULE('operand', (): FormulaNode => {
    const before: IToken[] = [];
    this.MANY(() => {
      const sign = this.OR([
        { ALT: () => this.CONSUME1(Minus) },
        { ALT: () => this.CONSUME1(Not) },
      ]);
      before.push(sign);
    });
    const primary = this.OR1<FormulaNode>([
      { ALT: () => this.number(this.CONSUME(NumberToken)) },
      { ALT: () => this.text(this.CONSUME(TextToken)) },
      { ALT: () => this.SUBRULE(this.named) },
      { ALT: () => this.SUBRULE(this.bracketed) },
    ]);
    const behind: IToken[] = [];
    this.MANY1(() => behind.push(this.CONSUME(Percent)));
    return this.ACTION(() => {
      const operand = behind.reduce((node, sign) => this.followed(node, sign), primary);
      return before.reduceRight((node, sign) => this.preceded(sign, node), operand);
    });
  });

  private readonly bracketed = this.RULE('bracketed', (): FormulaNode => {
    const open = this.CONSUME(Open);
    const inner = this.SUBRULE(this.formula);
    const close = this.CONSUME(Close);
    return this.ACTION(() => {
      const bracketed = { start: open.startOffset, end: close.startOffset + 1 };
      return { ...inner, bracketed };
    });
  });

  private readonly named = this.RULE('named', (): FormulaNode => {
    const name = this.CONSUME(Name);
    const operands: FormulaNode[] = [];
    let end: IToken | undefined;
    this.OPTION(() => {
      this.CONSUME(Open);
      this.OPTION1(() => {
        operands.push(this.SUBRULE(this.formula));
        this.MANY(() => {
          this.CONSUME(Comma);
          operands.push(this.SUBRULE1(this.formula));
        });
      });
      end = this.CONSUME(Close);
    });
    return this.ACTION(() => (end ? this.call(name, operands, end) : this.field(name)));
  });

  private number(token: IToken): FormulaNode {
    return this.ACTION(() => {
      this.count(token);
      return numberLiteral(this.source, token.image, token.startOffset);
    });
  }

  private text(token: IToken): FormulaNode {
    return this.ACTION(() => {
      this.count(token);
      return textLiteral(this.source, token.image, token.startOffset);
    });
  }

  private field(token: IToken): FormulaNode {
    this.count(token);
    const start = token.startOffset;
    const constant = constantOf(token.image, start);
    if (constant) return constant;
    const path = token.image.split('.');
    if (path.length > 2) {
      const message = `${token.image} goes through more than one lookup.`;
      throw formulaError(this.source, start, 'too_many_hops', message);
    }
    return { kind: 'field', span: { start, end: start + token.image.length }, path };
  }

  private call(token: IToken, operands: readonly FormulaNode[], close: IToken): FormulaNode {
    this.count(token);
    const at = token.startOffset;
    const span = { start: at, end: close.startOffset + 1 };
    return { kind: 'apply', span, style: 'call', name: token.image.toUpperCase(), at, operands };
  }

  private preceded(token: IToken, operand: FormulaNode): FormulaNode {
    this.count(token);
    const at = token.startOffset;
    const span = { start: at, end: extentOf(operand).end };
    return { kind: 'apply', span, style: 'prefix', name: token.image, at, operands: [operand] };
  }

  private followed(operand: FormulaNode, token: IToken): FormulaNode {
    this.count(token);
    const at = token.startOffset;
    const span = { start: extentOf(operand).start, end: at + 1 };
    return { kind: 'apply', span, style: 'postfix', name: token.image, at, operands: [operand] };
  }

  private count(token: IToken): void {
    this.nodes += 1;
    if (this.nodes <= MAX_NODES) return;
    const message = `A formula has at most ${MAX_NODES} fields, values, operators and functions.`;
    throw formulaError(this.source, token.startOffset, 'too_complex', message);
  }
}

export const parser = new FormulaParser();
