import { sql, type Sql } from '@quittance/database';

/**
 * Texts of lists vary with the shape of what is asked, not with its values: the shapes in use are
 * prepared. Bounded, because each prepared text lives in every connection; a kind of question has a
 * bound of its own, so that none keeps another from being prepared.
 */
export function shapesOf(most: number): (text: string) => Sql | string {
  const shapes = new Map<string, Sql>();
  return (text) => {
    const known = shapes.get(text);
    if (known) return known;
    if (shapes.size >= most) return text;
    const statement = sql(text);
    shapes.set(text, statement);
    return statement;
  };
}
