import ts from 'typescript';
import { production, violations } from './sources';

const SQL_CLOCK =
  /\b(?:now|clock_timestamp|statement_timestamp|transaction_timestamp)\(\)|\bcurrent_(?:timestamp|date|time)\b|\blocaltime(?:stamp)?\b/i;

/** Where the clock of the database is the right one, and why. */
const BY_THE_DATABASE: readonly (readonly [RegExp, string])[] = [
  [
    /^libs\/identity\/src\//,
    'Sessions, tokens, devices and lock-outs are compared across hosts, whose clocks may ' +
      'differ, and within seconds; no document and no amount depends on them.',
  ],
  [
    /^libs\/portal\/src\//,
    'The same of the users of the portals; no document and no amount depends on them.',
  ],
  [
    /^libs\/access\/src\/(users\/user\.queries|migrations\/1764000120001-role)\.ts$/,
    'Whether somebody is locked out or a key has expired, as identity has stored it.',
  ],
  [
    /^libs\/http\/src\/(idempotency\/idempotency-key\.sql|migrations\/1764000150001-idempotency-key)\.ts$/,
    'Keys of idempotency are claimed and taken over between hosts within seconds.',
  ],
  [
    /^libs\/gateway\/src\/migrations\/(?:\w+\/)?1764002260002-forget-deliveries\.ts$/,
    'The door decides what is old enough to be forgotten, and nobody who asks it to.',
  ],
  [
    /^libs\/audit\/src\/migrations\/1764000130001-audit-entry\.ts$/,
    'Attempts of strangers are forgotten in the database, by no request.',
  ],
  [
    /^libs\/sales\/src\/migrations\/subscriptions\/1764002420201-ended-with-contract\.ts$/,
    'A migration has no request whose day it is: what should have ended does so as it runs.',
  ],
];

/** `ctx.now` is the only clock of the business. */
export function clockRules(): void {
  describe('the clock', () => {
    const asked = violations(production, (node) =>
      isText(node) ? SQL_CLOCK.exec(node.text)?.[0] : undefined,
    );

    test('of the database is asked where there is a reason for it only', () => {
      const bad = asked.filter(
        (each) => !BY_THE_DATABASE.some(([where]) => where.test(fileOf(each))),
      );
      expect(bad).toEqual([]);
    });

    test('of the database is asked wherever a reason is given', () => {
      const idle = BY_THE_DATABASE.filter(
        ([where]) => !asked.some((each) => where.test(fileOf(each))),
      );
      expect(idle.map(([, why]) => why)).toEqual([]);
    });

    test('that measures how long things take tells no time of day', () => {
      const bad = violations(production, (node) =>
        ts.isIdentifier(node) && node.text === 'timeOrigin' ? node.parent.getText() : undefined,
      );
      expect(bad).toEqual([]);
    });
  });
}

/** Of a literal, or a piece of a template between what is put in. */
function isText(node: ts.Node): node is ts.LiteralLikeNode {
  return ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node);
}

const fileOf = (violation: string) => violation.split(':')[0] ?? '';
