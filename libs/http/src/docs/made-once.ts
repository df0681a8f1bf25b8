/** Makes something when first asked, once; what has failed is made again for the next who asks. */
export function madeOnce<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    if (made) return made;
    const making = make();
    made = making;
    making.catch(() => (made = undefined));
    return making;
  };
}
