import { IsInt, IsString, getMetadataStorage, validateSync } from 'class-validator';
import { keepRules } from './kept-rules';

class Named {
  @IsString()
  name: unknown;
}

class Counted extends Named {
  @IsInt({ groups: ['strict'] })
  count: unknown;
}

const rulesOf = (target: typeof Named, groups?: string[]) =>
  getMetadataStorage().getTargetValidationMetadatas(target, '', false, false, groups as string[]);

function failing(count: unknown, name: unknown, groups?: string[]): string[] {
  const value = Object.assign(new Counted(), { count, name });
  return validateSync(value, groups ? { groups } : {}).map(({ property }) => property);
}

describe('the rules of a class', () => {
  beforeAll(keepRules);

  it('are gathered once, with those it inherits', () => {
    expect(rulesOf(Counted)).toBe(rulesOf(Counted));
    expect(rulesOf(Counted).map(({ propertyName }) => propertyName)).toEqual(['count', 'name']);
    expect(rulesOf(Named).map(({ propertyName }) => propertyName)).toEqual(['name']);
  });

  it('find the same faults each time', () => {
    for (let i = 0; i < 2; i += 1) {
      expect(failing('two', 3)).toEqual(['count', 'name']);
      expect(failing(2, 'two')).toEqual([]);
    }
  });

  it('of a group are not taken for those of all', () => {
    expect(failing('two', 3)).toEqual(['count', 'name']);
    expect(failing('two', 3, ['strict'])).toEqual(['count']);
    expect(failing('two', 3)).toEqual(['count', 'name']);
  });
});
