interface HeadPatch {
  readonly name?: string;
  readonly active?: boolean;
  readonly position?: number;
}

/** The members of a definition that were sent, beside those that every rule has. */
export function patchOf<B extends HeadPatch>(body: B) {
  const { name, active, position, ...rest } = body;
  const definition = Object.fromEntries(
    Object.entries(rest).filter(([, value]) => value !== undefined),
  ) as Omit<B, keyof HeadPatch>;
  return {
    ...(name !== undefined && { name }),
    ...(active !== undefined && { active }),
    ...(position !== undefined && { position }),
    ...(Object.keys(definition).length > 0 && { definition }),
  };
}
