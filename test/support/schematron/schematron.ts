import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseXmlDocument, type Document, type Element, type Node } from 'slimdom';

interface Options {
  readonly namespaceResolver: (prefix: string | null) => string | null;
  readonly defaultFunctionNamespaceURI: string;
}

/** What of the evaluator is used here. */
interface XPath {
  evaluateXPathToBoolean(query: string, at: Node, _: null, values: object, o: Options): boolean;
  evaluateXPathToNodes(query: string, at: Node, _: null, values: object, o: Options): Node[];
  registerCustomXPathFunction(
    name: { readonly namespaceURI: string; readonly localName: string },
    takes: readonly string[],
    gives: string,
    is: (context: unknown, ...args: never[]) => unknown,
  ): void;
}

/** Its own types bring those of a browser along, by which requests of tests do not compile. */
const { evaluateXPathToBoolean, evaluateXPathToNodes, registerCustomXPathFunction } = createRequire(
  join(process.cwd(), 'package.json'),
)('fontoxpath') as XPath;

/** A rule of a set that a document breaks. */
export interface BrokenRule {
  readonly id: string;
  readonly flag: string;
  readonly text: string;
  /** The node that breaks it, by the names on the way to it. */
  readonly where: string;
}

interface Let {
  readonly name: string;
  readonly value: string;
}
interface Assert {
  readonly id: string;
  readonly flag: string;
  readonly test: string;
  readonly text: string;
}
interface Rule {
  readonly context: string;
  readonly lets: readonly Let[];
  readonly asserts: readonly Assert[];
}
interface Pattern {
  readonly lets: readonly Let[];
  readonly rules: readonly Rule[];
}

const childrenOf = (element: Element, name: string): Element[] =>
  element.children.filter((child) => child.localName === name);
const attribute = (element: Element, name: string) => element.getAttribute(name) ?? '';
const letsOf = (element: Element): Let[] =>
  childrenOf(element, 'let').map((each) => ({
    name: attribute(each, 'name'),
    value: attribute(each, 'value'),
  }));

/**
 * A set of published rules (ISO Schematron whose queries are XPath 2), without abstract patterns.
 * Each node is judged by the first rule of a pattern that is about it, as the standard has it.
 */
export class RuleSet {
  /** Rules that cannot be worked out here: they count as kept. */
  readonly unable = new Set<string>();
  private readonly prefixes: ReadonlyMap<string, string>;
  private readonly lets: readonly Let[];
  private readonly patterns: readonly Pattern[];

  /** @param included the text of patterns that the set includes by a file of their own */
  constructor(schema: string, included: readonly string[] = []) {
    const root = parseXmlDocument(schema).documentElement as Element;
    this.prefixes = new Map(
      childrenOf(root, 'ns').map((ns) => [attribute(ns, 'prefix'), attribute(ns, 'uri')]),
    );
    const more = included.map((text) => parseXmlDocument(text).documentElement as Element);
    // What is included here declares variables of all patterns and nothing else.
    this.lets = [...letsOf(root), ...more.flatMap(letsOf)];
    this.patterns = childrenOf(root, 'pattern').map((pattern) => ({
      lets: letsOf(pattern),
      rules: childrenOf(pattern, 'rule').map((rule) => ({
        context: attribute(rule, 'context'),
        lets: letsOf(rule),
        asserts: childrenOf(rule, 'assert').map((assert) => ({
          id: attribute(assert, 'id'),
          flag: attribute(assert, 'flag') || 'fatal',
          test: attribute(assert, 'test'),
          text: (assert.textContent ?? '').trim(),
        })),
      })),
    }));
  }

  /** How many rules the set has. */
  get size(): number {
    const rules = this.patterns.flatMap((pattern) => pattern.rules);
    return rules.reduce((sum, { asserts }) => sum + asserts.length, 0);
  }

  /** What of the set a document breaks; `tried` is told each rule that was applied to a node. */
  broken(xml: string, tried?: Set<string>): BrokenRule[] {
    const document = parseXmlDocument(xml);
    return this.patterns.flatMap((pattern) => {
      const lets = [...this.lets, ...pattern.lets];
      const judged = new Set<Node>();
      return pattern.rules.flatMap((rule) =>
        this.nodesOf(rule.context, document, lets).flatMap((node) => {
          if (judged.has(node)) return [];
          judged.add(node);
          return this.judge(rule, node, lets, tried);
        }),
      );
    });
  }

  private judge(rule: Rule, node: Node, outer: readonly Let[], tried?: Set<string>): BrokenRule[] {
    const lets = [...outer, ...rule.lets];
    return rule.asserts.flatMap(({ id, flag, test, text }) => {
      tried?.add(id);
      const query = withLets(`boolean(${test})`, lets);
      if (this.holds(id, query, node)) return [];
      return [{ id, flag, text, where: wayTo(node) }];
    });
  }

  private holds(id: string, query: string, node: Node): boolean {
    try {
      return evaluateXPathToBoolean(query, node, null, {}, this.options());
    } catch (error) {
      // Check digits over integers that are larger than JavaScript's.
      if (!String(error).includes('FOCA0003')) throw error;
      this.unable.add(id);
      return true;
    }
  }

  private nodesOf(context: string, document: Document, lets: readonly Let[]): Node[] {
    const whole = branchesOf(context)
      .map((branch) => (branch.startsWith('/') ? branch : `//${branch}`))
      .join(' | ');
    return evaluateXPathToNodes(withLets(`(${whole})`, lets), document, null, {}, this.options());
  }

  private options(): Options {
    return {
      namespaceResolver: (prefix) => this.prefixes.get(prefix ?? '') ?? null,
      defaultFunctionNamespaceURI: 'http://www.w3.org/2005/xpath-functions',
    };
  }
}

/** A query with the variables that it needs before it, in their order: each may name those before. */
function withLets(query: string, lets: readonly Let[]): string {
  const needed: Let[] = [];
  let text = query;
  for (const each of [...lets].reverse()) {
    if (!text.includes(`$${each.name}`)) continue;
    needed.unshift(each);
    text += each.value;
  }
  if (needed.length === 0) return query;
  const said = needed.map(({ name, value }) => `$${name} := (${value})`);
  return `let ${said.join(', ')} return ${query}`;
}

/** The alternatives of a context, split where no bracket is open. */
function branchesOf(context: string): string[] {
  const branches: string[] = [''];
  let depth = 0;
  for (const char of context) {
    if ('[('.includes(char)) depth += 1;
    if ('])'.includes(char)) depth -= 1;
    if (char === '|' && depth === 0) branches.push('');
    else branches[branches.length - 1] += char;
  }
  return branches.map((branch) => branch.trim()).filter(Boolean);
}

function wayTo(node: Node): string {
  const names: string[] = [];
  for (let at: Node | null = node; at; at = at.parentNode) {
    if (at.nodeType === at.ELEMENT_NODE) names.unshift(at.nodeName);
  }
  return `/${names.join('/')}`;
}

/** The functions that the Peppol rules define for themselves in XSLT, as far as ours need them. */
export function registerPeppolFunctions(): void {
  const decimal = 'xs:decimal';
  const define = (
    name: string,
    takes: string[],
    gives: string,
    is: (...args: never[]) => unknown,
  ) => {
    registerCustomXPathFunction(
      { namespaceURI: 'utils', localName: name },
      takes,
      gives,
      (_, ...args) => is(...(args as never[])),
    );
  };
  define('slack', [decimal, decimal, decimal], 'xs:boolean', (a: number, b: number, by: number) => {
    return Math.abs(a - b) <= by + 1e-9;
  });
  const weighted = (weights: readonly number[], modulus: number) => (text: string) => {
    const [check = 0, ...rest] = Array.from(String(text).trim(), Number).reverse();
    const sum = rest.reduce((all, digit, i) => all + digit * (weights[i % weights.length] ?? 0), 0);
    return (modulus - (sum % modulus)) % modulus === check;
  };
  define('gln', ['item()?'], 'xs:boolean', weighted([3, 1], 10));
  define('mod11', ['item()?'], 'xs:boolean', weighted([2, 3, 4, 5, 6, 7], 11));
  define('checkSEOrgnr', ['item()?'], 'xs:boolean', (text: string) => {
    const [check, ...rest] = Array.from(String(text), Number).reverse();
    const sum = rest.reduce((all, digit, i) => {
      const twice = digit * (i % 2 === 0 ? 2 : 1);
      return all + (twice % 10) + Math.floor(twice / 10);
    }, 0);
    return (10 - (sum % 10)) % 10 === check;
  });
}
