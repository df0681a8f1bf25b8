import { EVENT_TYPES } from '@quittance/contracts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { eventsPage } from '../../apps/cli/src/events-page';
import { ROOT, production, violations, walk, type Source } from './sources';

/** Where it says what events are, who listens to them, and how a change is logged. */
const isNoSource = ({ path, text }: Source) =>
  /^(libs\/contracts\/|apps\/)/.test(path) || /\bimplements Event(Set)?Consumer\b/.test(text);

function isNoAnnouncement(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isLiteralTypeNode(parent)) return true;
  return ts.isPropertyAssignment(parent) && parent.name.getText() === 'action';
}

/** Types of events that a piece of text may stand for, as it is or with something put in. */
function named(node: ts.Node): readonly string[] {
  if (ts.isStringLiteralLike(node)) return EVENT_TYPES.filter((type) => type === node.text);
  if (!ts.isTemplateExpression(node) || node.templateSpans.length > 1) return [];
  const [head, tail] = [node.head.text, node.templateSpans[0]?.literal.text ?? ''];
  if (head.length + tail.length < 2) return [];
  return EVENT_TYPES.filter((type) => type.startsWith(head) && type.endsWith(tail));
}

/** What is announced to others, and what they are told of it. */
export function eventRules(): void {
  describe('events', () => {
    test('are each announced by something', () => {
      const announced = new Set<string>();
      for (const source of production) {
        if (isNoSource(source)) continue;
        walk(source.ast, (node) => {
          const types = named(node);
          if (types.length > 0 && !isNoAnnouncement(node))
            types.forEach((type) => announced.add(type));
        });
      }
      expect(EVENT_TYPES.filter((type) => !announced.has(type))).toEqual([]);
    });

    test('say what their type says, and nothing that is called so', () => {
      const bad = violations(production, (node) => {
        if (!ts.isCallExpression(node) || node.expression.getText() !== 'emit') return undefined;
        let cast: string | undefined;
        walk(node, (part) => {
          if (ts.isAsExpression(part) && part.type.getText() !== 'const') cast = part.getText();
        });
        return cast && `announces ${cast}`;
      });
      expect(bad).toEqual([]);
    });

    test('stand in docs/events.md exactly as the code has them', () => {
      expect(readFileSync(join(ROOT, 'docs/events.md'), 'utf8')).toBe(eventsPage());
    });
  });
}
