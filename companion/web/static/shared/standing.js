// The standing as it comes, and as the pages use it: a deed is a short list on the way.

export function standingOf(told) {
  const lots = told.lots.map(([square, owner, level, top, mortgaged]) => ({ square, owner, level, top, mortgaged }));
  return { ...told, lots };
}
