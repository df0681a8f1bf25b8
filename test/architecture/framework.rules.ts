import ts from 'typescript';
import {
  decorators,
  production,
  sources,
  violations,
  badImports,
  badFiles,
  libSources,
  isPackage,
  type Source,
} from './sources';

/** Which framework may be seen from where. */
export function frameworkRules(): void {
  describe('frameworks stay where they belong', () => {
    test('TypeORM is for entities, migrations and the database lib', () => {
      const allowed = /^libs\/database\/|\.entity\.ts$|\/migrations\//;
      const bad = badImports(production, (entry, { path }) =>
        isPackage(entry, 'typeorm', '@nestjs/typeorm') && !allowed.test(path)
          ? 'not here'
          : undefined,
      );
      expect(bad).toEqual([]);
    });

    test('kernel, contracts and pure files know no framework', () => {
      // Any file of the domain is pure that no framework makes or keeps: it decorates no class.
      const always = /^libs\/(kernel|contracts)\/|\.(sql|errors|policy|port|view|description)\.ts$/;
      const domain = ({ path }: Source) => !/^libs\/(database|http)\/|\/migrations\//.test(path);
      const isMade = ({ ast }: Source) =>
        ast.statements.some((each) => ts.isClassDeclaration(each) && decorators(each).length > 0);
      const pure = (source: Source) =>
        always.test(source.path) || (domain(source) && !isMade(source));
      const bad = badImports(libSources.filter(pure), (entry) =>
        isPackage(entry, '@nestjs', 'typeorm', 'fastify', 'pg', 'rxjs')
          ? 'not in a pure file'
          : undefined,
      );
      expect(bad).toEqual([]);
    });

    test('request and document decorators stay out of the domain', () => {
      const bad = badImports(libSources, (entry, { path }) =>
        isPackage(entry, 'class-validator', 'class-transformer', '@nestjs/swagger', 'fastify') &&
        !path.startsWith('libs/http/')
          ? 'belongs to apps and the http lib'
          : undefined,
      );
      expect(bad).toEqual([]);
    });

    test('controllers and DTOs live in apps', () => {
      // The http lib is for apps only: what every host serves about itself lives there once.
      const domain = libSources.filter(({ path }) => !path.startsWith('libs/http/'));
      const named = badFiles(domain, ({ path }) =>
        /\.(controller|dto)\.ts$/.test(path) ? 'belongs in an app' : undefined,
      );
      const decorated = violations(domain, (node) =>
        decorators(node).includes('Controller') ? 'a controller in a lib' : undefined,
      );
      expect([...named, ...decorated]).toEqual([]);
    });

    test('no two shapes of a host share a name', () => {
      // The document of a host keeps shapes by name: of two the last would stand for both.
      const names = sources
        .filter(({ path }) => path.endsWith('.dto.ts'))
        .flatMap(({ path, text }) =>
          [...text.matchAll(/^export class (\w+)/gm)].map(
            ([, name]) => `${path.split('/')[1]} ${name}`,
          ),
        );
      expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
    });

    test('rows are flat: no relations, and every column says its type', () => {
      const relations = ['ManyToOne', 'OneToMany', 'OneToOne', 'ManyToMany', 'JoinColumn'];
      const bad = violations(
        sources.filter(({ path }) => path.endsWith('.entity.ts')),
        (node) => {
          const names = decorators(node);
          if (names.some((name) => relations.includes(name))) return 'a relation';
          const untyped = (name: string) => /^(Primary)?Column$/.test(name);
          if (!names.some(untyped)) return undefined;
          return /Column\(\s*(['"]|\{[^}]*\btype:|[A-Z]\w*\b)/.test(node.getText())
            ? undefined
            : 'no type';
        },
      );
      expect(bad).toEqual([]);
    });

    test('no forward references and nothing made per request', () => {
      const bad = violations(production, (node) =>
        ts.isIdentifier(node) && node.text === 'forwardRef'
          ? 'forwardRef'
          : ts.isPropertyAccessExpression(node) && node.getText() === 'Scope.REQUEST'
            ? 'a request-scoped provider'
            : undefined,
      );
      expect(bad).toEqual([]);
    });
  });
}
