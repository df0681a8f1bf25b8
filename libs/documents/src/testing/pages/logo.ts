const PNG = [
  'iVBORw0KGgoAAAANSUhEUgAAAPAAAABYCAAAAADucSXNAAABwUlEQVR42u3cS5YDIQgFUJbDEtm9PepB0n5AQW0f',
  'b66Ve1KplIpSAQslOMGF/8Z4FRH5N2BuxQi+xUxzWqNZfnM3mMexgs+baYWrJstnbgSzPnbwSTOtclVkqeUiMLOz',
  'WBq5BMzsLZZ2zoN5LrPg3WZy8vbFMswxMHOEWDQ5AmYOEYsy28HMMWLRZyuYOUgsptwDLnvAoWZSedVPNi9wnJnG',
  'DNPLpx84yEwjgnU05QmOMI/A5uGyM9jdTN2PPzP94w72NXfBM9N7IWBHNK141c3EJ8FgVfutYA8zrXmVLcUzQWB1',
  'D9vBa2Za9aoai3/gwLPmBtjUxynwlJnWvYr2Ehg4sNFcBZvvk8NgC5ocvuBxD7IlcGCVmTzu6GEXsjFw4IH5SXDP',
  '/Cq4aX4YXDe/Da6Ynwd/myvgqUHIzeAPc37D+RvOp3T+D+ebVr5LXz5aghsPPz/jATenlbOWz89Lw6085NrS86uH',
  'cOvDeBUAcDUeeFU8cHVaeJV4cLWWeNW0cPXSeBXxeHse8Ha1wO1bwtuZhrf3EG93Kd7+Ybwd4oBnAOCd8oB3jkfB',
  'O6ml4J3FU/BOW+qbLVe5RZsnpgEEDvwDONXg34rd600AAAAASUVORK5CYII=',
].join('');

/** A ring and a triangle that points to the right: nobody takes it for its mirror image. */
export const LOGO = `data:image/png;base64,${PNG}`;
