import { getMetadataStorage } from 'class-validator';

type Storage = ReturnType<typeof getMetadataStorage>;
type Gather = Storage['getTargetValidationMetadatas'];
type Rules = ReturnType<Gather>;

let kept = false;

/**
 * class-validator gathers the rules of a class, those it inherits included, anew for each object it
 * looks at, by asking every class that has any: most of what the check of a small body costs. They
 * are kept by class from now on; decorators have said all of them before the class is used.
 */
export function keepRules(): void {
  if (kept) return;
  kept = true;
  const storage = getMetadataStorage();
  const gather: Gather = storage.getTargetValidationMetadatas.bind(storage);
  const known = new WeakMap<Function, Map<string, Rules>>();
  storage.getTargetValidationMetadatas = (target, schema, always, strict, groups) => {
    // Nothing here is checked by groups, which would change what holds.
    if (always || strict || groups?.length) return gather(target, schema, always, strict, groups);
    let rules = known.get(target);
    if (!rules) known.set(target, (rules = new Map()));
    const found = rules.get(schema) ?? gather(target, schema, always, strict, groups);
    rules.set(schema, found);
    return found;
  };
}
