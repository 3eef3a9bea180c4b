/**
 * Whether whoever has some rights may do all that was opened with others. What an opening was made with is unknown where it
 * has none: then it is taken to have been for editing.
 */
export function covers(held: readonly string[], opened: readonly string[]): boolean {
  if (held.length === 0 || held.includes('edit')) return true
  return opened.length > 0 && opened.every((right) => held.includes(right))
}
