/** Names JSON, and no page: a program that has been given the address of a page. */
export const askedByProgram = (accept = ''): boolean =>
  /\bjson\b/i.test(accept) && !/\btext\/html\b/i.test(accept);
