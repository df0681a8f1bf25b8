import type { FormulaNode } from './formula-node.js';
import { parseFormula } from './parse-formula.js';

/**
 * The fields that a formula names, each once, in the order of the text, whether they exist or not.
 * @throws FormulaError when the text is no formula.
 */
export function formulaDependencies(formula: string | FormulaNode): readonly (readonly string[])[] {
  const found = new Map<string, readonly string[]>();
  const visit = (node: FormulaNode): void => {
    if (node.kind === 'field') found.set(node.path.join('.'), node.path);
    else if (node.kind === 'apply') node.operands.forEach(visit);
  };
  visit(typeof formula === 'string' ? parseFormula(formula) : formula);
  return [...found.values()];
}

/**
 * A circle among formulas, from a name back to itself (`['a', 'b', 'a']`); undefined when there is
 * none. The definitions say for each name which others it uses; names without a definition are
 * fields that are not computed. Takes time in proportion to the definitions, at any depth.
 */
export function findCycle(
  definitions: ReadonlyMap<string, readonly string[]>,
): readonly string[] | undefined {
  const done = new Set<string>();
  for (const start of definitions.keys()) {
    const trail: { readonly name: string; next: number }[] = [{ name: start, next: 0 }];
    const onTrail = new Set([start]);
    for (let top = trail.at(-1); top && !done.has(start); top = trail.at(-1)) {
      const used = (definitions.get(top.name) ?? [])[top.next];
      top.next += 1;
      if (used === undefined) {
        done.add(top.name);
        onTrail.delete(top.name);
        trail.pop();
      } else if (onTrail.has(used)) {
        const names = trail.map(({ name }) => name);
        return [...names.slice(names.indexOf(used)), used];
      } else if (definitions.has(used) && !done.has(used)) {
        trail.push({ name: used, next: 0 });
        onTrail.add(used);
      }
    }
  }
  return undefined;
}
